import type * as z from 'zod/mini'
import { clearsSettings, iconLimit, initialChangeLimits } from '../../../contract/categories.ts'
import type { ChangeLimits } from '../../../contract/closing/checks.ts'
import type { Endpoints } from '../../../contract/endpoints.ts'
import { Failure, type Session } from '../../api/call.ts'
import { queueTimeout, type Tx } from '../../db/client.ts'
import { categories } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { recordedRows } from '../audit/index.ts'
import { parseBase64Picture, sha256Of, undecodable } from '../pictures/index.ts'
import { type CategoryRow, insertIcon, metersOfCategory } from './repository.ts'

type Sent = z.output<Endpoints['createCategory']['body']>
type Update = z.output<Endpoints['updateCategory']['body']>

const rows = recordedRows(categories, 'category')

export async function createCategory(
  deps: Deps,
  session: Session,
  tx: Tx,
  { name, type, description, icon_base64: sent, ...limits }: Sent,
): Promise<CategoryRow> {
  const icon = await saveIcon(deps, session, tx, sent)
  const fields = {
    name,
    type,
    description,
    status: 0,
    icon,
    ...limitsOf(limits, initialChangeLimits),
  } as const
  return rows.create(session, tx, fields, deps.clock())
}

export async function updateCategory(
  deps: Deps,
  session: Session,
  tx: Tx,
  id: number,
  sent: Update,
): Promise<CategoryRow> {
  const before = await rows.lock(session, tx, id)
  const { name, type, description, status, icon_base64, icon_path: path } = sent
  if (clearsSettings(before.type, type)) await assertNoSettingsAreLost(tx, id)
  const kept = path === null ? null : before.icon
  const icon = (await saveIcon(deps, session, tx, icon_base64)) ?? kept
  const limits = limitsOf(sent, { percent: before.changePercent, least: before.changeLeast })
  return rows.update(session, tx, before, { name, type, description, status, icon, ...limits }, deps.clock())
}

/** No meter gets the category while it is locked. */
export async function deleteCategory(deps: Deps, session: Session, tx: Tx, id: number): Promise<void> {
  const row = await rows.lock(session, tx, id)
  const meters = await metersOfCategory(tx, id)
  if (meters > 0) {
    const message = `${meters}件のメーターで使用しているため削除できません。無効にしてください`
    throw new Failure('master_in_use', { issues: [{ path: 'id', message }] })
  }
  const { name, type, description, status, icon, changePercent, changeLeast } = row
  const fields = { name, type, description, status, icon, changePercent, changeLeast }
  await rows.remove(session, tx, row, fields, deps.clock())
}

/** What is not sent stays. */
const limitsOf = (sent: Pick<Sent, 'change_percent' | 'change_least'>, { percent, least }: ChangeLimits) => ({
  changePercent: sent.change_percent ?? percent,
  changeLeast: sent.change_least ?? least,
})

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
    const issues = [{ path: 'icon_base64', message: undecodable }]
    throw new Failure('picture_unsupported', { issues })
  }
  const sha256 = sha256Of(icon)
  await insertIcon(tx, { sha256, mediaType: 'image/webp', bytes: icon })
  return sha256
}
