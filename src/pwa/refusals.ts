import { DatabaseRefused, withDatabase } from '../../offline/database.ts'

/**
 * What a browser refuses to a page, as in some private windows or where all cookies are blocked. `storage`: localStorage
 * or sessionStorage; on a full disk some browsers can only read them.
 */
export type Refusal = 'storage' | 'locks' | 'channels' | 'caches' | 'database'

const throws = (use: () => unknown): boolean => {
  try {
    use()
    return false
  } catch {
    return true
  }
}

export const isWritable = (name: 'localStorage' | 'sessionStorage'): boolean =>
  !throws(() => {
    window[name].setItem('probe', '')
    window[name].removeItem('probe')
  })

export const canMakeChannel = (): boolean => !throws(() => new BroadcastChannel('probe').close())

/** Found by `lookForRefusals`: the stand-ins hide it afterwards. */
const replaced = new Set<Refusal>()

/** Whether this page needs stand-ins (`standIns.ts`). Call once, before anything is stored. */
export function lookForRefusals(): boolean {
  if (!isWritable('localStorage') || !isWritable('sessionStorage')) replaced.add('storage')
  if (!('locks' in navigator)) replaced.add('locks')
  if (!canMakeChannel()) replaced.add('channels')
  if (!('caches' in window)) replaced.add('caches')
  return replaced.size > 0
}

/** Everything that the browser refuses to this page. */
export async function findRefusals(): Promise<ReadonlySet<Refusal>> {
  const found = new Set(replaced)
  const isRefused = (error: unknown) => error instanceof DatabaseRefused
  if (await withDatabase(async () => false).catch(isRefused)) found.add('database')
  if (!(await caches.keys().catch(() => null))) found.add('caches')
  return found
}
