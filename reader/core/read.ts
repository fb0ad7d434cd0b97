import { advise } from './advice.ts'
import { readColumn } from './column/column.ts'
import { readCounter, readDisplay, readOther } from './digit-row.ts'
import { eraseFirmwareMarks } from './firmware-marks.ts'
import { readGauge } from './gauge.ts'
import { completeSettings, scaleConfidence } from './propose/complete-settings.ts'
import { mapResultBack, register } from './register/register.ts'
import { limitSize } from './resample.ts'
import { noValue, type PictureResult } from './result.ts'
import { dialDecimals } from './settings.ts'
import type { Models, Picture, ReadContext, ReaderSettings, ReadResult } from './types.ts'

/** Larger pictures are reduced to this long side in pixels. */
export const LONG_SIDE = 1600

/**
 * Reads the meter on a photograph. Pure and deterministic: the same pixels give the same result on phone and
 * server. Never throws for any picture or settings; what cannot be read is null with a reason.
 */
export function read(
  photograph: Picture,
  given: ReaderSettings,
  models: Models,
  { reference = null, prior = null, complete = true }: ReadContext = {},
): ReadResult {
  const settings = withDialDecimals(given)
  const erase = mayShowDials(settings)
  const picture = erase ? eraseFirmwareMarks(photograph) : photograph
  const seen = reference
    ? readRegistered(picture, erase ? erasedReference(reference) : reference, settings, models)
    : complete
      ? readUpright(picture, settings, models)
      : readAsSet(limitSize(picture, LONG_SIDE), settings, models)
  return advise(seen, settings, prior)
}

/** The firmware marks dials alone; on a display green segments would be taken for its marks. */
function mayShowDials({ type }: ReaderSettings): boolean {
  return type === 0 || type === 1 || type === 3
}

/** Cached: many photographs share one reference. */
const erased = new WeakMap<Picture, Picture>()

function erasedReference(reference: Picture): Picture {
  const known = erased.get(reference) ?? eraseFirmwareMarks(reference)
  erased.set(reference, known)
  return known
}

/** The dials of a counter say where its decimal point is. */
function withDialDecimals(settings: ReaderSettings): ReaderSettings {
  const decimals = settings.type === 3 ? dialDecimals(settings.settings) : null
  return decimals === null ? settings : { ...settings, decimalPoint: decimals }
}

/** Reads in the reference picture's frame, wherever the photograph was taken from. */
function readRegistered(
  picture: Picture,
  reference: Picture,
  settings: ReaderSettings,
  models: Models,
): PictureResult {
  const found = register(picture, reference, settings)
  if ('reason' in found) return { ...noValue(found.reason), registration: found.registration }
  return mapResultBack(readUpright(found.picture, settings, models), found)
}

function readUpright(picture: Picture, given: ReaderSettings, models: Models): PictureResult {
  const limited = limitSize(picture, LONG_SIDE)
  const { settings, share } = completeSettings(limited, given, models)
  return scaleConfidence(readAsSet(limited, settings, models), share)
}

function readAsSet(limited: Picture, settings: ReaderSettings, models: Models): PictureResult {
  switch (settings.type) {
    case 0:
    case 1:
      return readGauge(limited, settings, models)
    case 2:
    case 7:
      return readDisplay(limited, settings, models)
    case 3:
      return readCounter(limited, settings, models)
    case 5:
    case 6:
      return readColumn(limited, settings)
    case 4:
    case 99:
      return readOther(limited, settings, models)
  }
}
