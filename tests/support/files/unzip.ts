import { BlobReader, TextWriter, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js'

/** An exported ZIP's names, files and parsed `manifest.json`; null: it has none, or an encrypted one. */
export async function unzip(archive: Blob) {
  const entries = await new ZipReader(new BlobReader(archive)).getEntries()
  const files = entries.filter((entry) => !entry.directory)
  const read = async (name: string) => {
    const file = files.find(({ filename }) => filename === name)
    return file?.getData(new Uint8ArrayWriter(), { checkSignature: true })
  }
  const list = files.find(({ filename }) => filename === 'manifest.json')
  return {
    names: files.map(({ filename }) => filename),
    read,
    manifest: parse((await list?.getData(new TextWriter())) ?? 'null'),
  }
}

function parse(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
