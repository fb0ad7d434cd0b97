import { loadavg } from 'node:os'
import { median } from '../reader/reader-score.ts'

/** Milliseconds, one of each run. */
export type Times = number[]

/** Median, and in brackets the lowest and the highest. */
export function figure(times: readonly number[]): string {
  const middle = median(times)
  const digits = middle < 10 ? 1 : 0
  if (times.length === 1) return middle.toFixed(digits)
  return `${middle.toFixed(digits)} (${Math.min(...times).toFixed(digits)} to ${Math.max(...times).toFixed(digits)})`
}

export const ratio = (times: readonly number[], peer: readonly number[]): number =>
  median(times) / median(peer)

export function printTable(
  title: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  console.log(`\n${title}; load average ${(loadavg()[0] ?? 0).toFixed(1)}\n`)
  console.log(`| ${header.join(' | ')} |`)
  console.log(`|${header.map((_, at) => (at === 0 ? '---' : '---:')).join('|')}|`)
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
}
