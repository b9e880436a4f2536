package io.github.tmuxmcp.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The whole command line: help, version, modes, sub-commands, and a hint for what is misspelled. */
final class CommandLineParser {
    private static final String MODES = """
            tmux-mcp serves MCP over stdio; an MCP client starts it. Say which tools it shall have:

              tmux-mcp --mode agent     private terminal sessions for an agent, which end with it
              tmux-mcp --mode libtmux   all of tmux, one tool per operation (not there yet)

            A person tries it with: tmux-mcp demo. Options: tmux-mcp --help
            """;

    private static final String AGENT = "agent";
    private static final String LIBTMUX = "libtmux";

    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;

    CommandLineParser(Map<String, String> environment, PrintStream out, PrintStream err) {
        this.environment = environment;
        this.out = out;
        this.err = err;
    }

    /** Does what the arguments ask for; returns the exit code. */
    int run(String[] arguments) {
        CommandLine commandLine = commandLine();
        try {
            ParseResult parsed = commandLine.parseArgs(arguments);
            // With --version the parser lets everything pass.
            if (!parsed.unmatched().isEmpty() && !parsed.isUsageHelpRequested()) {
                throw new UnmatchedArgumentException(commandLine, parsed.unmatched());
            }
            return act(parsed);
        } catch (UnmatchedArgumentException unknown) {
            return refuse("unknown argument "
                    + UsageException.shown(unknown.getUnmatched().get(0)) + hint(unknown));
        } catch (ParameterException wrong) {
            return refuse(firstLine(wrong.getMessage()) + "; options: tmux-mcp --help");
        }
    }

    private int act(ParseResult parsed) {
        String mode = parsed.matchedOptionValue("--mode", null);
        if (parsed.isUsageHelpRequested()) {
            help(mode).usage(out, Ansi.OFF);
            return 0;
        }
        if (parsed.isVersionHelpRequested()) {
            out.println("tmux-mcp " + Version.current());
            return 0;
        }
        if (parsed.hasSubcommand()) {
            ParseResult subcommand = parsed.subcommand();
            if (subcommand.isUsageHelpRequested()) {
                subcommand.commandSpec().commandLine().usage(out, Ansi.OFF);
                return 0;
            }
            if (subcommand.commandSpec().name().equals("setup")) {
                return refuse("setup is done by the launcher; start the script tmux-mcp, not the jar");
            }
            return new Demo(environment, out, err).run(subcommand.hasMatchedOption("--hold"));
        }
        Map<Setting, String> settings = settings(parsed);
        Options options = new Options(settings, environment);
        if (mode == null) {
            return explainModes(options);
        }
        Setting foreign = foreign(settings, mode);
        if (foreign != null) {
            return refuse(foreign.option() + " is no option of --mode " + mode + "; options: tmux-mcp --mode " + mode
                    + " --help");
        }
        return switch (mode) {
            case AGENT -> Main.serveAgent(options);
            case LIBTMUX -> Main.serveLibtmux(settings, environment, err);
            default -> refuse("--mode is " + UsageException.shown(mode) + "; expected agent or libtmux");
        };
    }

    /** The settings of a mode; all for an unknown one. */
    private static Set<Setting> settingsOf(String mode) {
        return switch (mode) {
            case AGENT -> ModeSettings.AGENT;
            case LIBTMUX -> ModeSettings.LIBTMUX;
            default -> EnumSet.allOf(Setting.class);
        };
    }

    private static @Nullable Setting foreign(Map<Setting, String> given, String mode) {
        for (Setting setting : given.keySet()) {
            if (!settingsOf(mode).contains(setting)) {
                return setting;
            }
        }
        return null;
    }

    /** A bad value comes first: it would be the next thing in the way. */
    private int explainModes(Options options) {
        try {
            SettingsReader.agent(options, Path.of("").toAbsolutePath());
        } catch (UsageException bad) {
            return refuse(bad.getMessage());
        }
        err.print(MODES);
        return UsageException.EXIT_CODE;
    }

    private static Map<Setting, String> settings(ParseResult parsed) {
        Map<Setting, String> given = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            if (setting.isSwitch()) {
                if (parsed.hasMatchedOption(setting.option())) {
                    given.put(setting, "1");
                }
                continue;
            }
            String value = parsed.matchedOptionValue(setting.option(), null);
            if (value != null) {
                given.put(setting, value);
            }
        }
        return given;
    }

    private int refuse(@Nullable String message) {
        err.println("tmux-mcp: " + message);
        return UsageException.EXIT_CODE;
    }

    private static String hint(UnmatchedArgumentException unknown) {
        List<String> near = unknown.getSuggestions();
        return near.isEmpty()
                ? "; expected --mode, demo or setup; see tmux-mcp --help"
                : "; did you mean " + near.get(0) + "?";
    }

    private static String firstLine(@Nullable String message) {
        String text = message == null
                ? "wrong arguments"
                : message.lines().findFirst().orElse("wrong arguments");
        return text.length() <= 300 ? text : text.substring(0, 300) + "...";
    }

    private static CommandLine commandLine() {
        CommandSpec spec = spec(null);
        EnumSet.allOf(Setting.class).forEach(setting -> spec.addOption(option(setting)));
        addCommands(spec);
        return new CommandLine(spec);
    }

    /** For its help only: in groups an option that is given twice would pass. */
    private static CommandLine help(@Nullable String mode) {
        CommandSpec spec = spec(mode);
        if (mode == null) {
            addGroup(spec, "%nIn both modes:%n", both());
            addGroup(spec, "%nWith --mode agent:%n", without(ModeSettings.AGENT, both()));
            addGroup(spec, "%nWith --mode libtmux:%n", without(ModeSettings.LIBTMUX, both()));
            addCommands(spec);
        } else {
            settingsOf(mode).forEach(setting -> spec.addOption(option(setting)));
        }
        return new CommandLine(spec);
    }

    /**
     * What is the same in all of them.
     *
     * @param mode the one whose help is wanted; null: any
     */
    private static CommandSpec spec(@Nullable String mode) {
        CommandSpec spec = CommandSpec.create().name("tmux-mcp");
        spec.usageMessage()
                .description("An MCP server over stdio that gives an agent real terminals.")
                .customSynopsis(
                        "tmux-mcp --mode " + (mode == null ? "agent|libtmux" : mode) + " [OPTIONS]",
                        mode == null
                                ? "       tmux-mcp demo|setup|--help|--version"
                                : "       tmux-mcp --help|--version")
                .commandListHeading("%nCommands:%n")
                .footer("%nThe variable in brackets counts when its option is not given.%n")
                .sortOptions(false)
                .width(100);
        spec.addOption(OptionSpec.builder("--mode")
                .paramLabel("MODE")
                .type(String.class)
                .description("agent: private sessions. libtmux: not there yet")
                .build());
        spec.addOption(helpOption());
        spec.addOption(OptionSpec.builder("--version", "-V")
                .versionHelp(true)
                .description("Print the version")
                .build());
        return spec;
    }

    private static void addCommands(CommandSpec spec) {
        spec.addSubcommand("demo", demoCommand());
        spec.addSubcommand("setup", setupCommand());
    }

    private static Set<Setting> both() {
        Set<Setting> both = EnumSet.copyOf(ModeSettings.AGENT);
        both.retainAll(ModeSettings.LIBTMUX);
        return both;
    }

    private static Set<Setting> without(Set<Setting> settings, Set<Setting> others) {
        Set<Setting> left = EnumSet.copyOf(settings);
        left.removeAll(others);
        return left;
    }

    /** Options that stand together in the help. */
    private static void addGroup(CommandSpec spec, String heading, Set<Setting> settings) {
        ArgGroupSpec.Builder group = ArgGroupSpec.builder()
                .heading(heading)
                .validate(false)
                .exclusive(false)
                .multiplicity("0..1");
        settings.forEach(setting -> group.addArg(option(setting)));
        spec.addArgGroup(group.build());
    }

    private static OptionSpec option(Setting setting) {
        OptionSpec.Builder option = OptionSpec.builder(names(setting)).description(describe(setting));
        if (setting.isSwitch()) {
            return option.arity("0").type(boolean.class).build();
        }
        return option.paramLabel(setting.parameter()).type(String.class).build();
    }

    private static String[] names(Setting setting) {
        String letter = setting.letter();
        return letter.isEmpty() ? new String[] {setting.option()} : new String[] {letter, setting.option()};
    }

    private static String describe(Setting setting) {
        String preset = setting.preset().isEmpty() ? "" : "; default " + setting.preset();
        return setting.description() + preset + " [" + setting.variable() + "]";
    }

    private static CommandSpec demoCommand() {
        CommandSpec demo = CommandSpec.create();
        demo.usageMessage().description("Start a server, run commands through it, and show what comes back.");
        demo.addOption(OptionSpec.builder("--hold")
                .description("Wait for Enter at the end, so that you can attach and look around")
                .build());
        demo.addOption(helpOption());
        return demo;
    }

    /** Listed for the help only: the launcher does it, before there is a Java. */
    private static CommandSpec setupCommand() {
        CommandSpec setup = CommandSpec.create();
        setup.usageMessage().description("Install what building and running needs: a JDK, Maven, tmux.");
        setup.addOption(helpOption());
        return setup;
    }

    private static OptionSpec helpOption() {
        return OptionSpec.builder("--help", "-h")
                .usageHelp(true)
                .description("Print this help")
                .build();
    }
}
