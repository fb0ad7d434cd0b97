// Covers docs/requirements.md: 388

import { expect, it } from 'vitest'
import { type Neighbour, outageCause } from './outage-cause.ts'

const at = (text: string) => new Date(`2026-11-${text}:00+09:00`)
const silent = {
  since: at('20T15:00'),
  lastCommunicatedAt: at('19T15:00'),
  batteryPer: 80,
  lastDbmRecorded: -60,
  neighbours: [],
}
const beside: Neighbour = {
  isParent: false,
  lastCommunicatedAt: at('20T14:00'),
  silentSince: at('20T16:00'),
}

it.each([
  ['unknown', 'when nothing is known', {}],
  ['unknown', 'when neither battery nor signal were told', { batteryPer: null, lastDbmRecorded: null }],
  ['never_started', 'of a device that never reported', { lastCommunicatedAt: null, batteryPer: 5 }],
  ['battery', 'from 9 per cent down', { batteryPer: 9, lastDbmRecorded: -90 }],
  ['signal', 'from −86 dBm down', { batteryPer: 10, lastDbmRecorded: -86 }],
  ['unknown', 'just above both', { batteryPer: 10, lastDbmRecorded: -85 }],
  ['unknown', 'of a device that sends heartbeats', { batteryPer: 5, lastCommunicatedAt: at('20T16:00') }],
  ['router', 'of several behind one', { batteryPer: 5, neighbours: [beside] }],
  ['router', 'where the router itself is silent', { neighbours: [{ ...beside, isParent: true }] }],
  [
    'unknown',
    'when another was heard since',
    { neighbours: [beside, { ...beside, silentSince: null, lastCommunicatedAt: at('20T15:30') }] },
  ],
  ['unknown', 'beside one silent for weeks', { neighbours: [{ ...beside, silentSince: at('01T15:00') }] }],
  ['unknown', 'beside one that was never started', { neighbours: [{ ...beside, lastCommunicatedAt: null }] }],
])('the likeliest cause is %s %s', (cause, _when, given) => {
  expect(outageCause({ ...silent, ...given })).toBe(cause)
})
