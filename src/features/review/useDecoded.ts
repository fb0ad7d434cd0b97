import { useEffect, useState } from 'react'

/** Resolves when a picture can be shown at once. */
export async function decode(url: string): Promise<void> {
  const picture = new Image()
  picture.src = url
  await picture.decode()
}

/** Decodes pictures, and returns which of them can be shown at once. */
export function useDecoded(urls: readonly string[]): ReadonlySet<string> {
  const [decoded, setDecoded] = useState<ReadonlySet<string>>(new Set())
  const [begun] = useState(() => new Set<string>())
  useEffect(() => {
    for (const url of urls) {
      if (begun.has(url)) continue
      begun.add(url)
      decode(url).then(
        () => setDecoded((before) => new Set([...before, url])),
        // It is asked for again with the next change.
        () => begun.delete(url),
      )
    }
  }, [urls, begun])
  return decoded
}
