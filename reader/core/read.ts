import { readColumn } from './column.ts'
import { readCounter, readDisplay, readOther } from './figures.ts'
import { readGauge } from './gauge.ts'
import { createNetwork } from './network.ts'
import { limitSize } from './resample.ts'
import type { Models, Picture, ReaderSettings, ReadResult } from './types.ts'

/** The longest side in pixels that is looked at; larger pictures are reduced first. */
export const LONG_SIDE = 1600

const DIGIT_HEIGHT = 32
const DIGIT_WIDTH = 20

/**
 * Builds the networks from their weights files.
 *
 * @throws Error when a file does not hold the network it should
 */
export function createModels(files: { digits: ArrayBuffer }): Models {
  return { digits: createNetwork(files.digits, DIGIT_HEIGHT, DIGIT_WIDTH) }
}

/**
 * Reads the meter on a photograph. Pure and deterministic: the same pixels give the same result on the phone
 * and on the server. Never throws for what the picture or the settings hold; what cannot be read is null with a
 * reason.
 */
export function read(picture: Picture, settings: ReaderSettings, models: Models): ReadResult {
  const limited = limitSize(picture, LONG_SIDE)
  switch (settings.type) {
    case 0:
    case 1:
      return readGauge(limited, settings)
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
