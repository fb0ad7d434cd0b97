import type * as z from 'zod/mini'
import { clearsSettings, iconLimit } from '../../../contract/categories.ts'
import type { Endpoints } from '../../../contract/endpoints.ts'
import { Failure, type Session } from '../../api/call.ts'
import { queueTimeout, type Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { changedFields, recordAudit } from '../audit/index.ts'
import { parseBase64Picture, sha256Of } from '../pictures/index.ts'
import {
  type CategoryFields,
  type CategoryRow,
  changeCategory,
  insertCategory,
  insertIcon,
  lockCategory,
  metersOfCategory,
  removeCategory,
} from './repository.ts'

type Sent = z.output<Endpoints['createCategory']['body']>
type Update = z.output<Endpoints['updateCategory']['body']>

export async function createCategory(
  deps: Deps,
  session: Session,
  tx: Tx,
  { name, type, description, icon_base64: icon }: Sent,
): Promise<CategoryRow> {
  const sha256 = await saveIcon(deps, session, tx, icon)
  const fields: CategoryFields = { name, type, description, status: 0, icon: sha256 }
  const row = await insertCategory(tx, fields)
  await record(deps, session, tx, row, 'create', { before: {}, after: fields })
  return row
}

export async function updateCategory(
  deps: Deps,
  session: Session,
  tx: Tx,
  id: number,
  sent: Update,
): Promise<CategoryRow> {
  const before = await lockCategory(tx, id)
  if (before === undefined) throw new Failure('not_found')
  const { name, type, description, status, icon_base64: icon, icon_path: path } = sent
  if (clearsSettings(before.type, type)) await assertNoSettingsAreLost(tx, id)
  const kept = path === null ? null : before.icon
  const fields = {
    name,
    type,
    description,
    status,
    icon: (await saveIcon(deps, session, tx, icon)) ?? kept,
  }
  const row = await changeCategory(tx, id, fields, deps.clock())
  await record(deps, session, tx, row, 'update', changedFields<CategoryFields>(before, fields))
  return row
}

export async function deleteCategory(deps: Deps, session: Session, tx: Tx, id: number): Promise<void> {
  const before = await lockCategory(tx, id)
  if (before === undefined) throw new Failure('not_found')
  const meters = await metersOfCategory(tx, id)
  if (meters > 0) {
    const message = `${meters}件のメーターで使用しているため削除できません。無効にしてください`
    throw new Failure('master_in_use', { issues: [{ path: 'id', message }] })
  }
  await removeCategory(tx, id)
  const { name, type, description, status, icon } = before
  await record(deps, session, tx, before, 'delete', {
    before: { name, type, description, status, icon },
    after: {},
  })
}

/** The settings strings of its meters would be of another kind. */
async function assertNoSettingsAreLost(tx: Tx, id: number): Promise<void> {
  const meters = await metersOfCategory(tx, id)
  if (meters === 0) return
  const message = `${meters}件のメーターで使用しているため、読み取り方の異なる種類には変更できません`
  throw new Failure('validation_failed', { issues: [{ path: 'type', message }] })
}

/** Its SHA-256; null: none was sent. */
async function saveIcon(
  { workers }: Deps,
  { organizationId }: Session,
  tx: Tx,
  base64: string | null | undefined,
): Promise<string | null> {
  if (base64 === undefined || base64 === null) return null
  const { bytes } = await parseBase64Picture(base64, 'icon_base64')
  const icon = await workers.thumbnail(
    { owner: organizationId, timeout: queueTimeout },
    async () => bytes,
    iconLimit,
  )
  if (icon === null) {
    const issues = [{ path: 'icon_base64', message: '画像として読み込めません' }]
    throw new Failure('picture_unsupported', { issues })
  }
  const sha256 = sha256Of(icon)
  await insertIcon(tx, { sha256, mediaType: 'image/webp', bytes: icon })
  return sha256
}

type Changes = Pick<Parameters<typeof recordAudit>[2], 'before' | 'after'>

const record = (
  { clock }: Deps,
  session: Session,
  tx: Tx,
  { id, name }: CategoryRow,
  action: 'create' | 'update' | 'delete',
  changes: Changes,
) =>
  recordAudit(tx, session, {
    noun: 'category',
    subjectId: id,
    subjectName: name,
    action,
    ...changes,
    at: clock(),
    organizationId: null,
  })
