// What runs on this machine, as far as a run has to know it.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { until } from './until.mjs';

/** Whether a process is there and no zombie. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
  return !state(pid).startsWith('Z');
}

function state(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/^.*\) /s, '');
  } catch {
    try {
      return execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    } catch {
      return 'Z';
    }
  }
}

export async function gone(pids, milliseconds, what) {
  await until(() => !pids.some(isAlive), milliseconds, () => `${what} still there: ${pids.filter(isAlive).join(' ')}`);
}

/** Processes other than this one whose environment or command line names the folder, as "pid command". */
export function processesNaming(folder) {
  return process.platform === 'linux' ? fromProc(folder) : fromPs(folder);
}

function fromProc(folder) {
  const found = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ');
      if (command.includes(folder) || readFileSync(`/proc/${pid}/environ`, 'latin1').includes(folder)) {
        if (isAlive(Number(pid))) found.push({ pid: Number(pid), command: command.trim() });
      }
    } catch {
      // It has just ended, or is another user's.
    }
  }
  return found;
}

function fromPs(folder) {
  const rows = execFileSync('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return rows
    .split('\n')
    .filter((row) => row.includes(folder))
    .map((row) => ({ pid: Number.parseInt(row, 10), command: row.trim().replace(/^\d+ /, '').slice(0, 100) }))
    .filter(({ pid }) => pid !== process.pid && isAlive(pid));
}
