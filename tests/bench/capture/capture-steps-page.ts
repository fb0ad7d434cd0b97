import { createModels, type ReaderSettings, read } from '../../../reader/core/index.ts'
import { register } from '../../../reader/core/register/register.ts'
import { decode } from '../../../reader/web/decode.ts'

/** JPEGs and weights in base64. */
export interface StepMaterial {
  photograph: string
  reference: string
  settings: ReaderSettings
  digits: string
  needles: string
}

/** In the order in which the reader's worker takes them; runs on a page, because browsers slow down pages only. */
export const stepNames = ['networks', 'decode', 'decode reference', 'register', 'read'] as const
type Step = (typeof stepNames)[number]

const bytesOf = (base64: string) =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer

const steps = {
  /** Milliseconds of each step, once. */
  async take({ photograph, reference, settings, digits, needles }: StepMaterial) {
    const [jpeg, referenceJpeg] = [bytesOf(photograph), bytesOf(reference)]
    const weights = { digits: bytesOf(digits), needles: bytesOf(needles) }
    const times = {} as Record<Step, number>
    const timed = async <T>(step: Step, work: () => T | Promise<T>): Promise<T> => {
      const from = performance.now()
      const result = await work()
      times[step] = performance.now() - from
      return result
    }
    const models = await timed('networks', () => createModels(weights))
    const picture = await timed('decode', () => decode(jpeg, 'image/jpeg'))
    const registeredTo = await timed('decode reference', () => decode(referenceJpeg, 'image/jpeg'))
    const found = await timed('register', () => register(picture, registeredTo, settings))
    if ('reason' in found) throw new Error(`not registered: ${found.reason}`)
    const { value } = await timed('read', () => read(found.picture, settings, models))
    return { times, value }
  },
}

export interface StepsOnPage {
  steps: typeof steps
}

Object.assign(globalThis, { steps })
