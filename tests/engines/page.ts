import type { Picture } from '../../reader/core/types.ts'
import { type EngineCase, resultsOf } from './results.ts'

interface Listing {
  cases: EngineCase[]
  pictures: { width: number; height: number }[]
}

const bytesOf = async (path: string) => (await fetch(path)).arrayBuffer()

/** Runs in a browser: fetches the material and computes the results. */
async function answer(): Promise<string> {
  const { cases, pictures }: Listing = await (await fetch('/listing')).json()
  const decoded = await Promise.all(
    pictures.map(
      async (size, index): Promise<Picture> => ({
        ...size,
        data: new Uint8ClampedArray(await bytesOf(`/pictures/${index}`)),
      }),
    ),
  )
  const files = { digits: await bytesOf('/models/digits'), needles: await bytesOf('/models/needles') }
  const { userAgent } = navigator
  return JSON.stringify({ userAgent, results: resultsOf({ cases, pictures: decoded, files }) })
}

const report = (body: string) => fetch(location.pathname, { method: 'POST', body })
answer().then(report, (error: unknown) =>
  report(
    JSON.stringify({ error: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) }),
  ),
)
