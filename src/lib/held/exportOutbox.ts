import type { Account } from '../../../contract/users.ts'
import { noteExported } from '../../../offline/byHand.ts'
import type { Exported, Seal } from '../../../offline/exportRows.ts'
import type { Owner } from '../../../offline/sendable.ts'
import { saveFile } from '../files/saveFile.ts'

/**
 * Saves what only this device has, or one row of it, as one ZIP that can be imported again; the outbox keeps it.
 * Resolves to the number of rows that are whole in it; null when the person closed the share sheet.
 */
export async function exportOutbox(
  { id, username }: Pick<Account, 'id' | 'username'>,
  only?: string,
): Promise<number | null> {
  const { exportRows } = await import('../../../offline/exportRows.ts')
  return saveArchive(await exportRows({ id, username }, only))
}

/** The same of a former member's rows, encrypted for the administrators of the organization. */
export async function exportSealed(owner: Owner, seal: Seal): Promise<number | null> {
  const { exportSealedRows } = await import('../../../offline/exportRows.ts')
  return saveArchive(await exportSealedRows(owner, seal))
}

async function saveArchive({ archive, ids }: Exported): Promise<number | null> {
  const now = new Date().toLocaleString('sv-SE').replaceAll(/[^0-9]+/g, '-')
  const saved = await saveFile(new File([archive], `kenshin-${now}.zip`, { type: 'application/zip' }))
  if (!saved) return null
  await noteExported(ids)
  return ids.length
}

export const exportedText = (count: number): string =>
  `${count}件をファイルに書き出しました。破棄したものは入っていません。`
