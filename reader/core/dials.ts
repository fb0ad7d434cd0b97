import { MISFIT, snapped } from './drums.ts'
import { readGauge } from './gauge.ts'
import { smallDialConfidence } from './needle-confidence.ts'
import type { Candidate } from './result.ts'
import { type CounterDial, nothingKnown } from './settings.ts'
import type { Models, Picture, Reason } from './types.ts'

/** What a small dial shows by itself. */
export interface DialSeen {
  /** 0 ≤ position < 10; null: no needle is seen. */
  position: number | null
  /** 0..1. */
  confidence: number
  reasons: readonly Reason[]
}

interface DialRow {
  /** One list a dial in their order, likeliest first; empty: no needle. */
  candidates: Candidate[][]
  /** A dial stands where its finer neighbour does not put it. */
  misfit: boolean
  /** What the first dial has turned since its last whole round, 0..1; null: no needle. */
  turned: number | null
  /** Of the last dial, 0 ≤ position < 10. */
  position: number | null
}

/** Maximum deviation from what the finer dial implies, in divisions: 9 degrees. */
const FITTING = 0.25

/** Finds the needle of each dial. */
export function readDials(picture: Picture, dials: readonly CounterDial[], models: Models): DialSeen[] {
  return dials.map(({ centre, radius, zero, clockwise }) => {
    const pins = Array.from({ length: 10 }, (_, digit) => {
      const degree = zero + (clockwise ? 36 : -36) * digit
      return `${(degree + 360) % 360}:${digit}`
    })
    const settings = { ...nothingKnown(0), settings: pins.join(','), axis: centre, radius }
    const { guess, confidence, reasons } = readGauge(picture, settings, models, smallDialConfidence)
    return { position: guess === null ? null : guess % 10, confidence, reasons }
  })
}

/**
 * Resolves dials from the finest to the coarsest. A needle turns evenly with the finer one beside it, so what it
 * stands past its digit (position 6.7: the finer dial is at 7) is known from there, and the rest must be whole. The
 * finest one counts as the digit that it leaves.
 */
export function resolveDials(row: readonly DialSeen[]): DialRow {
  const candidates: Candidate[][] = []
  let misfit = false
  let finer: number | null = null
  for (const { position, confidence } of row.toReversed()) {
    if (position === null) {
      candidates.unshift([])
      finer = null
      continue
    }
    const turned: number = finer === null ? turnedSince(snapped(position), position) : finer / 10
    const rest = finer === null ? snapped(position) : position - turned
    const digit = Math.round(rest)
    const off = rest - digit
    const fits = Math.abs(off) <= FITTING
    const beside = digit + (off > 0 ? 1 : -1)
    candidates.unshift(
      fits
        ? [candidate(digit, confidence)]
        : [candidate(digit, confidence * MISFIT), candidate(beside, confidence * (1 - MISFIT))],
    )
    if (!fits) misfit = true
    finer = ((digit + 10) % 10) + turned
  }
  return {
    candidates,
    misfit,
    turned: finer === null ? null : finer / 10,
    position: row.at(-1)?.position ?? null,
  }
}

/** Nothing where it is just before its digit. */
const turnedSince = (digit: number, position: number): number =>
  Math.floor(position) === digit ? position - digit : 0

const candidate = (digit: number, weight: number): Candidate => ({ text: String((digit + 10) % 10), weight })
