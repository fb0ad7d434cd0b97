import {
  type FileEntry,
  Uint8ArrayReader,
  type Entry as ZipEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { UnreadableTable } from './unreadable-table.ts'

/** Bytes that the parts of a workbook unpack to at most: a sheet with a million empty rows has about 60 MB. */
const maxUnpacked = 100 * 1024 * 1024
/** Unpacked bytes for each byte of the file. Workbooks have 5 to 30. */
const maxRatio = 100

/** Elements without their prefixes, and texts between them. */
export interface XmlHandlers {
  open?: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/** The parts of a workbook, each parsed as it is unpacked, and never more of them than the limits allow. */
export class WorkbookParts {
  private left: number
  private readonly entries: ReadonlyMap<string, FileEntry>
  private constructor(entries: readonly ZipEntry[], size: number) {
    const files = entries.filter((entry): entry is FileEntry => !entry.directory)
    this.entries = new Map(files.map((entry) => [entry.filename, entry]))
    this.left = Math.min(maxUnpacked, size * maxRatio)
  }

  /** Throws `UnreadableTable` for what is no ZIP. */
  static async open(bytes: Uint8Array): Promise<WorkbookParts> {
    const reader = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false })
    const entries = await reader.getEntries().catch(() => {
      throw new UnreadableTable('damaged')
    })
    if (entries.some(({ encrypted }) => encrypted)) throw new UnreadableTable('encrypted')
    return new WorkbookParts(entries, bytes.length)
  }

  has = (path: string): boolean => this.entries.has(path)

  /** Parses a part; one that is missing has nothing. Throws what the handlers throw, and `UnreadableTable`. */
  async parse(path: string, handlers: XmlHandlers): Promise<void> {
    const entry = this.entries.get(path)
    if (entry === undefined) return
    const parser = parserOf(handlers)
    const decoder = new TextDecoder('utf-8', { fatal: true })
    let failure: unknown
    const write = (work: () => void) => {
      try {
        work()
      } catch (error) {
        failure ??= error
        throw error
      }
    }
    const sink = new WritableStream<Uint8Array>({
      write: (chunk) =>
        write(() => {
          this.left -= chunk.length
          if (this.left < 0) throw new UnreadableTable('zip_ratio')
          parser.write(decoder.decode(chunk, { stream: true }))
        }),
      close: () => write(() => parser.write(decoder.decode()).close()),
    })
    try {
      await entry.getData(sink, { useWebWorkers: false, checkSignature: true })
    } catch (error) {
      throw failure instanceof UnreadableTable ? failure : new UnreadableTable('damaged', { cause: error })
    }
  }
}

function parserOf({ open, close, text }: XmlHandlers): SaxesParser<{ position: false; xmlns: false }> {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false })
  const nameOf = ({ name }: SaxesTagPlain) => name.slice(name.indexOf(':') + 1)
  parser.on('error', (error) => {
    throw error
  })
  if (open) parser.on('opentag', (tag) => open(nameOf(tag), tag.attributes))
  if (close) parser.on('closetag', (tag) => close(nameOf(tag)))
  if (text) parser.on('text', text)
  return parser
}
