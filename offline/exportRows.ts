import { downloadZip } from 'client-zip'
import { type Capture, endingOf } from './captures.ts'
import {
  type ExportedCapture,
  type ExportedCorrection,
  type ExportedReplacement,
  type ExportedRow,
  type ExportedSkip,
  type ExportedWithdrawal,
  manifestName,
} from './manifest.ts'
import { listRows, readBytes } from './outbox.ts'
import {
  type Correction,
  isCapture,
  ownerOf,
  type Row,
  type SavedReplacement,
  type Skip,
  type Withdrawal,
} from './rows.ts'
import { isOnlyHere } from './sendable.ts'

interface Person {
  id: number
  username: string
}

interface Exported {
  archive: Blob
  /** Keys of the rows that are in it with all that they are. */
  ids: string[]
}

/**
 * A ZIP of what only this device has of the person's, oldest first: the photographs and `manifest.json`. `only`: one
 * row. Changes nothing in the outbox. Works offline.
 */
export async function exportRows(person: Person, only?: string): Promise<Exported> {
  const rows = (await listRows(person.id))
    .filter(({ id, state }) => isOnlyHere(state) && (only === undefined || id === only))
    .reverse()
  const manifest: ExportedRow[] = []
  const ids: string[] = []
  async function* files() {
    for (const row of rows) {
      if (!isCapture(row)) {
        manifest.push(recordEntry(row, person))
        ids.push(row.id)
        continue
      }
      // An unreadable one must not stop the others.
      const bytes = await readBytes(row.id).catch(() => null)
      const file = bytes === null ? null : `${row.id}.${endingOf(row.mime)}`
      manifest.push(captureEntry(row, file, person))
      if (bytes === null || file === null) continue
      ids.push(row.id)
      yield { name: file, input: bytes, lastModified: new Date(row.capturedAt) }
    }
    yield { name: manifestName, input: JSON.stringify(manifest, null, 2), lastModified: new Date() }
  }
  return { archive: await downloadZip(files()).blob(), ids }
}

const common = (row: Row, { id, username }: Person) => ({
  id: row.id,
  meter_id: row.meterId,
  meter_name: row.meterName,
  organization_id: ownerOf(row).organizationId,
  organization_name: row.organizationName,
  // Who took it, also when it has already been on two devices.
  user_id: row.importedFrom?.userId ?? id,
  username: row.importedFrom ? row.importedFrom.username : username,
  clock_offset: row.clockOffset ?? null,
})

const captureEntry = (row: Capture, file: string | null, person: Person): ExportedCapture => ({
  kind: 'capture',
  ...common(row, person),
  file,
  sha256: row.sha256,
  byte_length: row.byteLength,
  mime: row.mime,
  unit: row.unit,
  decimal_point: row.decimalPoint,
  captured_at: new Date(row.capturedAt).toISOString(),
  ...(row.savedAt === undefined ? {} : { saved_at: new Date(row.savedAt).toISOString() }),
  tz_offset: row.tzOffset,
  monotonic_delta: row.monotonicDelta,
  value: row.value,
  value_source: row.valueSource,
  confirmed_doubts: row.confirmedDoubts ?? [],
})

function recordEntry(row: Exclude<Row, Capture>, person: Person): ExportedRow {
  switch (row.kind) {
    case 'skip':
      return skipEntry(row, person)
    case 'replacement':
      return replacementEntry(row, person)
    case 'correction':
      return correctionEntry(row, person)
    case 'withdrawal':
      return withdrawalEntry(row, person)
  }
}

const skipEntry = (row: Skip, person: Person): ExportedSkip => ({
  kind: 'skip',
  ...common(row, person),
  reason: row.reason,
  note: row.note,
  skipped_at: new Date(row.skippedAt).toISOString(),
})

const replacementEntry = (row: SavedReplacement, person: Person): ExportedReplacement => ({
  kind: 'replacement',
  ...common(row, person),
  unit: row.unit,
  decimal_point: row.decimalPoint,
  old_end_value: row.oldEnd,
  new_start_value: row.newStart,
  note: row.note,
  replaced_at: new Date(row.replacedAt).toISOString(),
  is_time_chosen: row.timeChosen ?? false,
  saved_at: new Date(row.savedAt).toISOString(),
})

const correctionEntry = (row: Correction, person: Person): ExportedCorrection => ({
  kind: 'correction',
  ...common(row, person),
  target_id: row.targetId,
  saved_at: new Date(row.savedAt).toISOString(),
  unit: row.unit,
  decimal_point: row.decimalPoint,
  value: row.value,
  confirmed_doubts: row.confirmedDoubts,
})

const withdrawalEntry = (row: Withdrawal, person: Person): ExportedWithdrawal => ({
  kind: 'withdrawal',
  ...common(row, person),
  target_id: row.targetId,
  saved_at: new Date(row.savedAt).toISOString(),
  of: row.of,
  skip: row.skip && {
    reason: row.skip.reason,
    note: row.skip.note,
    skipped_at: new Date(row.skip.skippedAt).toISOString(),
  },
})
