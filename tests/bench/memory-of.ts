import { execFileSync } from 'node:child_process'

interface Process {
  pid: number
  parent: number
  /** Resident bytes; shared memory counts for each process. */
  memory: number
}

function processes(): Process[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => {
    const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number)
    return { pid, parent, memory: kilobytes * 1024 }
  })
}

/** A process and all its descendants. */
function treeOf(root: number): Process[] {
  const all = processes()
  const tree = all.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid))
  return tree
}

export const memoryOf = (root: number): number => treeOf(root).reduce((sum, { memory }) => sum + memory, 0)

export const childrenOf = (root: number): number[] =>
  treeOf(root)
    .slice(1)
    .map(({ pid }) => pid)

/** Samples four times a second until stopped. */
export function watchMemory(root: number): { stop: () => { max: number; median: number } } {
  const seen: number[] = []
  const timer = setInterval(() => seen.push(memoryOf(root)), 250)
  return {
    stop() {
      clearInterval(timer)
      const sorted = seen.toSorted((a, b) => a - b)
      return { max: sorted.at(-1) ?? 0, median: sorted[sorted.length >> 1] ?? 0 }
    },
  }
}
