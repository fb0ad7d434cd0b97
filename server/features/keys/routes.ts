import { type KeyType, keyType, role } from '../../../contract/access.ts'
import type { AccessLog, Key } from '../../../contract/keys.ts'
import { Failure, route, type Session } from '../../api/call.ts'
import { cursorPage } from '../../cursor.ts'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { type Presenter, presenterFor } from '../../presenter.ts'
import { isoInZone, parseLocalTime } from '../../time-zone.ts'
import { recordKeyChange } from './record-key-change.ts'
import {
  accessLogsOf,
  areOwnMeters,
  changeKey,
  countAccessLogs,
  findCreations,
  findKey,
  hasKey,
  insertKey,
  isKeyUser,
  type KeyRow,
  listKeys,
  lockKey,
  type NewKey,
} from './repository.ts'
import { decryptSecret, encryptSecret, makeAccessKey, makeSecretKey } from './secret.ts'

export const keyRoutes = [
  route('keys', async ({ tx, session, deps }) => {
    const rows = await listKeys(tx, session.organizationId)
    return { data: rows.map((row) => presentKey(row, deps, session)) }
  }),
  route('createKey', async ({ tx, session, deps, body }) => {
    const given = await fieldsOf(tx, session, body, keyType.common)
    const accessKey = makeAccessKey()
    const id = await insertKey(tx, {
      ...given,
      organizationId: session.organizationId,
      accessKey,
      secretKey: encryptSecret(deps.secrets.apiKeyKey, accessKey, makeSecretKey()),
    })
    const made = await foundKey(tx, session, id)
    await recordKeyChange(tx, session, { before: null, after: made, at: deps.clock() })
    return { status: 201, data: presentKey(made, deps, session) }
  }),
  route('updateKey', async ({ tx, session, deps, params, body }) => {
    const at = deps.clock()
    await lockKey(tx, session.organizationId, params.id)
    const before = await foundKey(tx, session, params.id)
    const changes = await fieldsOf(tx, session, body, before.key.type)
    await changeKey(tx, session.organizationId, params.id, { ...changes, updatedAt: at })
    const after = await foundKey(tx, session, params.id)
    await recordKeyChange(tx, session, { before, after, at })
    return { data: presentKey(after, deps, session) }
  }),
  route('deleteKey', async ({ tx, session, deps, params }) => {
    const at = deps.clock()
    await lockKey(tx, session.organizationId, params.id)
    const before = await foundKey(tx, session, params.id)
    await changeKey(tx, session.organizationId, params.id, { deletedAt: at })
    await recordKeyChange(tx, session, { before, after: null, at })
    return { data: { id: params.id } }
  }),
  route('keyCreations', async ({ tx, session, params }) => {
    const { organizationId } = session
    if (!(await hasKey(tx, organizationId, params.id))) throw new Failure('not_found')
    return { data: await findCreations(tx, organizationId, params.id, session.role) }
  }),
  route('accessLogs', async ({ tx, session, deps, query }) => {
    const { organizationId } = session
    const present = presenterFor(deps, session)
    const { rows, next, previous } = await cursorPage(
      query,
      ({ log }: LogRow) => ({ at: log.createdAt, id: log.id }),
      async (slice) => ({ rows: await accessLogsOf(tx, organizationId, slice) }),
    )
    const data = rows.map((row) => presentLog(row, present))
    // Only a first page counts: the log may be long.
    const isFirst = query.after === undefined
    return { data, ...(isFirst && { count: await countAccessLogs(tx, organizationId) }), next, previous }
  }),
  route('accessLogCount', async ({ tx, session }) => ({
    data: { count: await countAccessLogs(tx, session.organizationId) },
  })),
]

interface GivenFields {
  name: string
  user_id: number
  expire_at: string
  max_count: number | null
  type: 0 | 1
  white_ips: string | null
  meter_names?: Record<string, number> | undefined
}

type SomeFields = { [Field in keyof GivenFields]?: GivenFields[Field] | undefined }
type KeyFields = Pick<
  NewKey,
  'name' | 'userId' | 'expireAt' | 'maxCount' | 'type' | 'whiteIps' | 'meterNames'
>

/** `type`: what the key is without the change; only system administrators choose another. */
async function fieldsOf(tx: Tx, session: Session, given: GivenFields, type: KeyType): Promise<KeyFields>
async function fieldsOf(
  tx: Tx,
  session: Session,
  given: SomeFields,
  type: KeyType,
): Promise<Partial<KeyFields>>
async function fieldsOf(
  tx: Tx,
  session: Session,
  given: SomeFields,
  before: KeyType,
): Promise<Partial<KeyFields>> {
  const { name, user_id: userId, expire_at: expiry, max_count: maxCount, type, white_ips: ips } = given
  const { meter_names: meterNames } = given
  if (type !== undefined && type !== before && session.role !== role.system) {
    throw new Failure('forbidden', {
      issues: [{ path: 'type', message: 'キーの種類を選べるのはシステム管理者だけです' }],
    })
  }
  if (userId !== undefined && !(await isKeyUser(tx, session.organizationId, userId))) {
    throw new Failure('reference_unknown', {
      issues: [{ path: 'user_id', message: 'ユーザーが見つかりません' }],
    })
  }
  if (
    meterNames !== undefined &&
    !(await areOwnMeters(tx, session.organizationId, Object.values(meterNames)))
  ) {
    throw new Failure('reference_unknown', {
      issues: [{ path: 'meter_names', message: 'メーターが見つかりません' }],
    })
  }
  const expireAt = expiry === undefined ? undefined : parseLocalTime(session.timeZone, expiry)
  if (expireAt === null) {
    throw new Failure('validation_failed', {
      issues: [{ path: 'expire_at', message: '日時が正しくありません' }],
    })
  }
  return {
    ...(name !== undefined && { name }),
    ...(userId !== undefined && { userId }),
    ...(expireAt !== undefined && { expireAt }),
    ...(maxCount !== undefined && { maxCount }),
    ...(type !== undefined && { type }),
    ...(meterNames !== undefined && { meterNames }),
    ...(ips !== undefined && { whiteIps: ips?.split(',') ?? null }),
  }
}

async function foundKey(tx: Tx, session: Session, id: number): Promise<KeyRow> {
  const row = await findKey(tx, session.organizationId, id)
  if (row === undefined) throw new Failure('not_found')
  return row
}

function presentKey({ key, username }: KeyRow, deps: Deps, session: Session): Key {
  const { userId, expireAt } = key
  // The database refuses it for keys that are not a device's own.
  if (userId === null || expireAt === null) throw new Error('a key of API管理 has no user or no expiry')
  const present = presenterFor(deps, session)
  const today = isoInZone(session.timeZone, deps.clock()).slice(0, 10)
  return {
    id: key.id,
    name: key.name,
    access_key: key.accessKey,
    secret_key: decryptSecret(deps.secrets.apiKeyKey, key.accessKey, key.secretKey),
    user: username ?? '',
    user_id: userId,
    expire_at: present.instant(expireAt),
    white_ips: key.whiteIps?.join(',') ?? null,
    type: key.type,
    daily_count: key.countedOn === today ? key.dailyCount : 0,
    max_count: key.maxCount,
    meter_names: key.meterNames,
    created_at: present.instant(key.createdAt),
  }
}

type LogRow = Awaited<ReturnType<typeof accessLogsOf>>[number]

const presentLog = ({ log, name, username }: LogRow, present: Presenter): AccessLog => ({
  id: log.id,
  access_key: name === null ? null : { name, user: { username: username ?? '' } },
  access_ip: log.accessIp,
  created_at: present.instant(log.createdAt),
  messages: log.messages,
})
