import type { RecordedTime } from '../../../../offline/captures.ts'
import { exifTimeOf } from './exifTime.ts'

/** Of a file: when it says that it was changed last, or when another app shared it. Milliseconds since 1970. */
export interface FileTime {
  at: number
  from: Exclude<RecordedTime['from'], 'photograph'>
}

/** Closer to the choosing it is a picture taken for it, or a picker that gives the present time. Milliseconds. */
const justNow = 2 * 60_000
const longest = 365 * 24 * 3_600_000

/** Null: it was taken just now as far as is known. */
export function recordedTimeOf(bytes: ArrayBuffer, file: FileTime, chosenAt: number): RecordedTime | null {
  const isPlausible = (at: number) => at >= chosenAt - longest && at <= chosenAt
  const photographed = exifTimeOf(bytes)
  if (photographed !== null) {
    if (Math.abs(chosenAt - photographed) < justNow) return null
    return { at: photographed, from: 'photograph', plausible: isPlausible(photographed) }
  }
  return isPlausible(file.at) && chosenAt - file.at >= justNow ? { ...file, plausible: true } : null
}
