import { chance } from './random.ts'
import type { Face, Total, Wave } from './types.ts'

const hour = 3_600_000
const day = 24 * hour
/** No daylight saving time. */
const japan = 9 * hour
/** Midnight of 2026-01-01 in Japan, a Thursday; totals count from here. */
const newYear = Date.UTC(2026, 0, 1) - japan

function isWeekend(dayNumber: number): boolean {
  const weekday = (((dayNumber + 4) % 7) + 7) % 7
  return weekday === 0 || weekday === 6
}

/** Smooth noise in -1..1: random values every `span`, cosine-interpolated. */
function wander(name: string, at: number, span: number): number {
  const index = Math.floor(at / span)
  const ease = (1 - Math.cos(Math.PI * (at / span - index))) / 2
  return 2 * (chance(name, index) * (1 - ease) + chance(name, index + 1) * ease) - 1
}

function waveAt(key: string, wave: Wave, at: number): number {
  const local = at + japan
  const hours = (local % day) / hour
  const size = isWeekend(Math.floor(local / day)) ? wave.weekend : 1
  const calm =
    wave.base +
    wave.swing * size * Math.cos(((hours - wave.peak) / 12) * Math.PI) +
    wave.drift * wander(`${key}/drift`, at, 9 * day) +
    wave.unrest * wander(`${key}/unrest`, at, 25 * 60_000)
  if (!wave.excursion) return calm
  const span = 6 * hour
  const index = Math.floor(at / span)
  if (chance(`${key}/excursion`, index) >= wave.excursion.share) return calm
  const strength = Math.sin(Math.PI * (at / span - index)) ** 0.5
  return calm + (wave.excursion.towards - calm) * strength
}

function totalAt(key: string, total: Total, at: number): number {
  const elapsed = at - newYear
  const days = Math.floor(elapsed / day)
  const first = Math.floor((newYear + japan) / day)
  const usedOn = (index: number) =>
    total.daily * (isWeekend(first + index) ? total.weekend : 1) * (0.8 + 0.4 * chance(key, index))
  let sum = total.start
  for (let index = 0; index < days; index++) sum += usedOn(index)
  for (let index = days; index < 0; index++) sum -= usedOn(index)
  const spans = ((elapsed - days * day) / day) * 6
  const whole = total.profile.reduce((a, b) => a + b)
  const passed = total.profile.reduce((a, share, i) => a + share * Math.min(1, Math.max(0, spans - i)), 0)
  return sum + (usedOn(days) * passed) / whole
}

/** What a meter that behaves like this measures at a time, deterministic by its key. */
export const measuredAt = (key: string, behaviour: Wave | Total, at: Date): number =>
  behaviour.kind === 'total' ? totalAt(key, behaviour, at.getTime()) : waveAt(key, behaviour, at.getTime())

/**
 * The meter's value at a time, deterministic. Needles, columns and drums get one decimal more than the meter
 * has, because they stand between marks.
 */
export function valueAt(face: Face, at: Date): number {
  const { behaviour, range } = face
  const shown = face.style.kind === 'display' ? face.decimals : face.decimals + 1
  if (behaviour.kind === 'total') {
    const scale = 10 ** shown
    return Math.floor(measuredAt(face.key, behaviour, at) * scale) / scale
  }
  const value = measuredAt(face.key, behaviour, at)
  const inside = range ? Math.min(range.end, Math.max(range.start, value)) : value
  return Number(inside.toFixed(shown))
}
