#!/usr/bin/env python3
"""Measures an MCP server that has the tools of agent mode, over its stdin and stdout, and prints a Markdown table.

usage: bench_agent.py [options] -- COMMAND...

  --only NAMES   some of: start, latency, user, output, race, processes, end (separated by commas)
  --quick        fewer repetitions, to try the bench itself
  --quiet N      before each part wait up to N seconds for a machine whose processors are idle (default 20)
  --json FILE    all samples as well

Beside each figure stands a floor: what the machine takes for the least that is needed, measured in the same run. The client is one
thread that writes a line and reads a line. Sockets, history, cache and home are in a fresh folder, so neither the user's tmux nor the
user's start files take part. What the server does not offer, or the machine lacks, is skipped by name.
"""
import argparse, json, os, random, re, select, shutil, statistics, subprocess, sys, tempfile, time

MILLION = 1_000_000


class Skip(Exception):
    """Something that a figure needs is not there."""


class Server:
    """A server and the one client that it has."""

    def __init__(self, command, environment):
        self.began = time.perf_counter()
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=environment, bufsize=0)
        self.pid = self.process.pid
        self.last, self.rest, self.answers = 0, b"", {}
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                "clientInfo": {"name": "bench", "version": "1"}})
        self.initialized = milliseconds(self.began)
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def write(self, message):
        line = (json.dumps(message) + "\n").encode()
        while line:
            line = line[os.write(self.process.stdin.fileno(), line):]

    def start(self, method, params):
        self.last += 1
        self.write({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})
        return self.last

    def answer(self, number, seconds=120):
        end = time.monotonic() + seconds
        while number not in self.answers:
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError(f"no answer within {seconds} s")
            part = os.read(self.process.stdout.fileno(), 1 << 20)
            if not part:
                raise EOFError("the server has ended")
            *lines, self.rest = (self.rest + part).split(b"\n")
            for message in map(json.loads, filter(None, lines)):
                if "id" in message:
                    self.answers[message["id"]] = message
        return self.answers.pop(number)

    def ask(self, method, params):
        return self.answer(self.start(method, params))

    def start_tool(self, tool, **arguments):
        return self.start("tools/call", {"name": tool, "arguments": arguments})

    @staticmethod
    def text(message):
        if "result" not in message:
            return json.dumps(message["error"])
        return "".join(content.get("text", "") for content in message["result"]["content"])

    def call(self, tool, **arguments):
        return self.text(self.answer(self.start_tool(tool, **arguments)))

    def timed(self, tool, **arguments):
        begin = time.perf_counter()
        text = self.call(tool, **arguments)
        return milliseconds(begin), text

    def memory(self, field):
        """MiB of this process alone: VmRSS is what it holds, VmHWM the most that it has held."""
        with open(f"/proc/{self.pid}/status") as status:
            return int(re.search(field + r":\s+(\d+)", status.read())[1]) / 1024

    def end(self):
        """Closes its input; the milliseconds until it has ended."""
        begin = time.perf_counter()
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()
        return milliseconds(begin)


def milliseconds(begin):
    return (time.perf_counter() - begin) * 1000


def said(value, unit):
    digits = 2 if value < 10 and unit == "ms" else 1 if value < 100 and unit == "ms" else 0
    return f"{value:.{digits}f} {unit}".strip()


class Table:
    """The rows, and every sample behind them."""

    def __init__(self):
        self.rows, self.samples = [], {}

    def add(self, figure, samples, unit="ms", floor=None, target=None, note="", median=True):
        self.samples[figure] = samples
        value = statistics.median(samples) if median else max(samples)
        of = f" (n = {len(samples)})" if median and len(samples) > 1 else ""
        least, missed = "", ""
        if floor:
            name, floors = floor
            self.samples[f"floor of {figure}"] = floors
            least = f"{said(statistics.median(floors), unit)} ({name})"
        if target is not None and value > target:
            missed = " — missed"
        reach = "" if target is None else f"{'≤ ' if target else ''}{target:g} {unit}".strip() + missed
        self.row(figure, f"{said(value, unit)}{of}{note}", least, reach)

    def row(self, *cells):
        self.rows.append(cells)
        print("  " + " | ".join(cells), file=sys.stderr, flush=True)

    def skip(self, figure, why):
        self.row(figure, f"skipped: {why}", "", "")

    def markdown(self):
        head = ["| figure | median | floor | to reach |", "|---|---|---|---|"]
        return "\n".join(head + ["| " + " | ".join(cells) + " |" for cells in self.rows])


class Bench:
    def __init__(self, command, quick, quiet):
        self.command, self.quick, self.quiet = command, quick, quiet
        self.table = Table()
        self.folder = tempfile.mkdtemp(prefix="tmux-mcp-bench-", dir="/tmp")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("TMUX", "XDG_"))}
        self.environment.update(TMUX_TMPDIR=self.folder, HOME=self.made("home"), XDG_CACHE_HOME=self.made("cache"),
                                XDG_STATE_HOME=self.made("state"))
        self.environment.setdefault("LC_ALL", "C.UTF-8")

    def made(self, name):
        path = os.path.join(self.folder, name)
        os.mkdir(path, 0o700)
        return path

    def times(self, count):
        return max(2, count // 10) if self.quick else count

    def server(self, command=None, **changed):
        return Server(command or self.command, {**self.environment, **changed})

    def prepare(self):
        """One start before all others: it says what is offered, and has the archive made."""
        server = self.server()
        offered = server.ask("tools/list", {})
        server.end()
        self.tools = {tool["name"] for tool in offered["result"]["tools"]}
        cache = os.path.join(self.environment["XDG_CACHE_HOME"], "tmux-mcp")
        end = time.monotonic() + 60
        while time.monotonic() < end and not self.archives(cache):
            time.sleep(0.2)
        self.archive = self.archives(cache)

    @staticmethod
    def archives(cache):
        names = os.listdir(cache) if os.path.isdir(cache) else []
        making = any(name.endswith(".making") for name in names)
        return not making and any(name.endswith((".jsa", ".aot")) for name in names)

    def offers(self, *tools):
        for tool in tools:
            if tool not in self.tools:
                raise Skip(f"the server does not offer {tool}")

    def part(self, name):
        """Runs a part once the machine is quiet; what is missing is a row of its own."""
        end = time.monotonic() + self.quiet
        while busy(0.5) > 0.15 and time.monotonic() < end:
            pass
        loads = os.getloadavg()
        print(f"{name}: load {loads[0]:.2f}", file=sys.stderr)
        try:
            getattr(self, name)()
        except Skip as reason:
            self.table.skip(name, str(reason))

    # ---- start

    def start(self):
        java = self.hello()
        runs, floors = self.times(20), []
        resident, with_archive, without, floor_memory = [], [], [], []
        for _ in range(runs):
            if java:
                begin = time.perf_counter()
                hello = subprocess.Popen(java, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self.environment)
                hello.stdout.readline()
                floors.append(milliseconds(begin))
                with open(f"/proc/{hello.pid}/status") as status:
                    floor_memory.append(int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) / 1024)
                hello.communicate()
            if self.archive:
                server = self.server()
                with_archive.append(server.initialized)
                server.ask("tools/list", {})
                resident.append(server.memory("VmRSS"))
                server.end()
            # An empty folder that cannot hold an archive, so that none is made in the background either.
            server = self.server(XDG_CACHE_HOME="/dev/null", HOME="/dev/null")
            without.append(server.initialized)
            server.end()
        floor = ("a JVM that says hello", floors) if floors else None
        if self.archive:
            self.table.add("start → `initialize` answered, with the archive", with_archive, floor=floor)
        else:
            self.table.skip("start with the archive", "none was made")
        self.table.add("start → `initialize` answered, without", without, floor=floor)
        if self.archive:
            self.table.add("memory after the start (RSS)", resident, "MiB", target=70,
                           floor=("a JVM that says hello", floor_memory) if floor_memory else None)

    def hello(self):
        """A command that starts a JVM with our flags and nothing to do; None without a compiler."""
        if not shutil.which("javac") or not shutil.which("java"):
            return None
        folder = self.made("hello")
        with open(os.path.join(folder, "Hello.java"), "w") as source:
            source.write("class Hello { public static void main(String[] a) throws Exception {"
                         " System.out.println(\"hello\"); System.in.read(); } }")
        subprocess.run(["javac", "-d", folder, os.path.join(folder, "Hello.java")], check=True)
        return ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx128m", "-cp", folder, "Hello"]

    # ---- latency

    def latency(self):
        self.offers("tmux_run")
        first, fresh = [], []
        for _ in range(self.times(10)):
            server = self.server()
            first.append(self.silent(server.timed("tmux_run", command="true")))
            for number in range(3):
                fresh.append(self.silent(server.timed("tmux_run", command="true", session=f"new{number}")))
            server.end()
        self.table.add("`tmux_run true`, the first call of all", first, target=80,
                       floor=("a tmux server with a bash, by hand", self.tmux_starts()))
        self.table.add("`tmux_run true` in a new session", fresh, target=40,
                       floor=("`bash -i -c true`", self.spawns("bash", "--norc", "-i", "-c", "true")))

        server = self.server()
        server.call("tmux_run", command="true")
        calls = self.times(300)
        # The first calls run before the JVM has compiled what they use; they are a figure of their own.
        cold = {tool: [server.timed(tool, **arguments)[0] for _ in range(self.times(60))]
                for tool, arguments in (("tmux_read", {"session": "default"}), ("tmux_list", {})) if tool in self.tools}
        for _ in range(calls):
            server.ask("ping", {})
        pings = []
        for _ in range(calls):
            begin = time.perf_counter()
            server.ask("ping", {})
            pings.append(milliseconds(begin))
        floor = ("ping", pings)
        self.table.add("`tmux_run true`", self.silent_all(server, calls // 2), target=8,
                       floor=("`bash -c true`", self.spawns("bash", "-c", "true")))
        over = [server.timed("tmux_run", command="sleep 0.5")[0] - 500 for _ in range(self.times(20))]
        self.table.add("`tmux_run sleep 0.5`: time over 500 ms", over,
                       floor=("`sleep 0.5`", [took - 500 for took in self.spawns("sleep", "0.5", count=10)]))
        for figure, tool, arguments, target in (("`tmux_read`", "tmux_read", {"session": "default"}, 0.3),
                                                ("`tmux_read` of the screen", "tmux_read", {"session": "default", "screen": True}, None),
                                                ("`tmux_list`", "tmux_list", {}, 0.3)):
            if tool not in self.tools:
                self.table.skip(figure, f"the server does not offer {tool}")
                continue
            for _ in range(calls):
                server.call(tool, **arguments)
            self.table.add(figure, [server.timed(tool, **arguments)[0] for _ in range(calls)], floor=floor, target=target)
            if tool in cold and "screen" not in arguments:
                self.table.add(f"{figure}, the first {len(cold[tool])} calls", cold[tool], floor=floor)
        server.end()

    @staticmethod
    def silent(timed):
        took, text = timed
        if text != "(no output)":
            raise AssertionError(f"true printed {text[:80]!r}")
        return took

    def silent_all(self, server, calls):
        for _ in range(calls // 3):
            server.call("tmux_run", command="true")
        return [self.silent(server.timed("tmux_run", command="true")) for _ in range(calls)]

    def spawns(self, *command, count=30):
        took = []
        for _ in range(self.times(count)):
            begin = time.perf_counter()
            subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            took.append(milliseconds(begin))
        return took

    def tmux_starts(self):
        took = []
        for _ in range(self.times(10)):
            begin = time.perf_counter()
            self.tmux("new-session", "-d", "bash", "--norc")
            took.append(milliseconds(begin))
            self.tmux("kill-server")
        return took

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-L", f"floor-{os.getpid()}", "-f", "/dev/null", *arguments],
                              env=self.environment, stderr=subprocess.DEVNULL)

    # ---- the user's own tmux

    def user(self):
        self.offers("tmux_ls", "tmux_pane_capture", "tmux_pane_exec", "tmux_new_session")
        path = os.path.join(self.folder, "user")
        server = self.server(TMUX_MCP_USER_SOCKET_PATH=path)
        calls = self.times(150)
        try:
            server.call("tmux_new_session", name="bench")
            ask = ["tmux", "-S", path, "list-panes", "-a", "-F", "#{pane_id}"]
            pane = subprocess.run(ask, capture_output=True, text=True, env=self.environment).stdout.strip()
            floor = ("a tmux process", self.spawns(*ask))
            for _ in range(calls // 3):
                server.call("tmux_pane_exec", target=pane, command="true")
            for figure, tool, arguments, target in (("`tmux_ls`", "tmux_ls", {}, 3), ("`tmux_pane_capture`", "tmux_pane_capture", {"target": pane}, 4)):
                self.table.add(figure, [server.timed(tool, **arguments)[0] for _ in range(calls)], floor=floor, target=target)
            took = [self.silent(server.timed("tmux_pane_exec", target=pane, command="true")) for _ in range(calls)]
            self.table.add("`tmux_pane_exec true`", took, floor=floor, target=8)
        finally:
            subprocess.run(["tmux", "-S", path, "kill-server"], env=self.environment, stderr=subprocess.DEVNULL)
            server.end()

    # ---- much output

    def output(self):
        self.offers("tmux_run")
        lines = f"seq 1 {100_000}"
        took = []
        for _ in range(self.times(10)):
            server = self.server()
            server.call("tmux_run", command="true")
            spent, text = server.timed("tmux_run", command=lines)
            if not text.rstrip().endswith("100000"):
                raise AssertionError(f"the end of the output is missing: {text[-80:]!r}")
            took.append(spent)
            server.end()
        self.table.add("100,000 lines", took, target=120, floor=("the same in a bare pane", self.in_pane(lines)))
        flood = f"head -c {50 * MILLION} /dev/zero | tr '\\0' x"
        took, peaks = [], []
        for _ in range(self.times(5)):
            server = self.server()
            server.call("tmux_run", command="true")
            spent, text = server.timed("tmux_run", command=flood)
            if "x" * 1000 not in text:
                raise AssertionError(f"the output is missing: {text[-80:]!r}")
            took.append(spent)
            peaks.append(server.memory("VmHWM"))
            server.end()
        self.table.add("50 MB on one line", took, target=1500, floor=("the same in a bare pane", self.in_pane(flood)))
        self.table.add("the same: most memory held (RSS)", peaks, "MiB", target=200, median=False)

    def in_pane(self, command):
        took = []
        self.tmux("new-session", "-d", "-x", "200", "-y", "50", "sh")
        for _ in range(self.times(5)):
            begin = time.perf_counter()
            self.tmux("new-window", "-d", f"{command}; tmux wait-for -S done")
            self.tmux("wait-for", "done")
            took.append(milliseconds(begin))
        self.tmux("kill-server")
        return took

    # ---- right answers

    def race(self):
        self.offers("tmux_run")
        chance, wrong, rounds, sessions = random.Random(7), 0, self.times(12), 6
        server = self.server()
        for session in range(sessions):
            server.call("tmux_run", command="true", session=f"s{session}")
        for number in range(rounds):
            calls = []
            for session in range(sessions):
                command = f"sleep {chance.uniform(0.8, 1.4):.3f}; echo r{number}-{session}"
                calls.append(server.start_tool("tmux_run", command=command, session=f"s{session}"))
            for session, call in enumerate(calls):
                wrong += server.text(server.answer(call)) != f"r{number}-{session}"
        server.end()
        self.table.add(f"{sessions} sessions at once, silent commands of 0.8 to 1.4 s: wrong answers", [wrong], "",
                       target=0, note=f" of {rounds * sessions}")

    # ---- processes

    def processes(self):
        self.offers("tmux_run")
        if not shutil.which("strace"):
            raise Skip("strace is not here")
        log = os.path.join(self.folder, "strace.log")
        server = self.server(["strace", "-f", "-qq", "-e", "trace=execve", "-e", "signal=none", "-o", log, *self.command])
        server.call("tmux_run", command="true")
        server.call("tmux_run", command="true")
        with open(log) as lines:
            if not re.search(r'execve\("[^"]*/tmux"', lines.read()):
                raise AssertionError("strace does not show the tmux that serves the first call")
        for figure, tool, arguments in (("`tmux_run true`", "tmux_run", {"command": "true"}),
                                        ("`tmux_run sleep 2`", "tmux_run", {"command": "sleep 2"}),
                                        ("`tmux_read`", "tmux_read", {"session": "default"}),
                                        ("`tmux_read` of the screen", "tmux_read", {"session": "default", "screen": True}),
                                        ("`tmux_list`", "tmux_list", {})):
            if tool not in self.tools:
                self.table.skip(figure, f"the server does not offer {tool}")
                continue
            time.sleep(0.3)
            before = os.path.getsize(log)
            server.call(tool, **arguments)
            time.sleep(0.3)
            with open(log) as lines:
                lines.seek(before)
                started = [os.path.basename(name) for name in re.findall(r'execve\("([^"]+)"[^\n]*(?:= 0|unfinished)', lines.read())]
            tmux, stty = started.count("tmux"), started.count("stty")
            silence = "sleep" in figure
            self.table.row(f"processes started by {figure}", f"{tmux} tmux, {stty} stty", "",
                           "0 tmux, ≤ 1 stty" + (" — missed" if tmux or stty > silence else ""))
        server.end()

    # ---- the end

    def end(self):
        took, many = [], []
        for _ in range(self.times(15)):
            server = self.server()
            if "tmux_run" in self.tools:
                server.call("tmux_run", command="true")
            took.append(server.end())
        self.table.add("end of input → gone, with a session", took, target=100)
        if "tmux_run" in self.tools:
            for _ in range(self.times(5)):
                server = self.server()
                for session in range(20):
                    server.call("tmux_run", command="true", session=f"s{session}")
                many.append(server.end())
            self.table.add("the same with 20 sessions", many, target=100)

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def busy(seconds):
    """The share of all processors' time that was not idle."""
    def read():
        with open("/proc/stat") as stat:
            fields = [int(field) for field in stat.readline().split()[1:]]
        return sum(fields[:8]), fields[3] + fields[4]
    total, idle = read()
    time.sleep(seconds)
    total_after, idle_after = read()
    return 1 - (idle_after - idle) / max(1, total_after - total)


def main():
    parts = ["start", "latency", "user", "output", "race", "processes", "end"]
    parser = argparse.ArgumentParser(description="see the head of this file")
    parser.add_argument("--only", default=",".join(parts))
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--quiet", type=float, default=20)
    parser.add_argument("--json")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    wanted = options.only.split(",")
    if not command or not set(wanted) <= set(parts):
        parser.error(f"give the server's command after --; parts are {', '.join(parts)}")
    bench = Bench(command, options.quick, options.quiet)
    before = os.getloadavg()[0]
    try:
        bench.prepare()
        for part in parts:
            if part in wanted:
                bench.part(part)
    finally:
        bench.close()
    print(bench.table.markdown())
    print(f"\nLoad average (1 minute) {before:.2f} before and {os.getloadavg()[0]:.2f} after; {os.cpu_count()} processors.")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(bench.table.samples, file, indent=1)


if __name__ == "__main__":
    main()
