import type { Deps } from '../deps.ts'
import { detectOutages } from '../features/devices/index.ts'
import { announceOutages, announceRounds, announceTroubles } from '../features/notices/index.ts'
import { keepRounds } from '../features/rounds/index.ts'

type Parts = Pick<Deps, 'database' | 'jobs' | 'clock' | 'log'>

/** Detects outages of devices, and enqueues notices about outages and troubles. */
export async function checkSilence(parts: Parts): Promise<void> {
  await detectOutages(parts)
  await announceOutages(parts)
  await announceTroubles(parts)
}

/** Updates the rounds, and enqueues notices about those that were missed. */
export async function checkRounds(parts: Parameters<typeof announceRounds>[0]): Promise<void> {
  await keepRounds(parts)
  await announceRounds(parts)
}
