import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { keyType, role } from '../../../contract/access.ts'
import type { ErrorCode } from '../../../contract/calls/errors.ts'
import { type DeviceCaller, Failure, type Session } from '../../api/call.ts'
import { messages } from '../../api/messages.ts'
import { toStorable } from '../../api/unstorable.ts'
import type { Tx } from '../../db/client.ts'
import { isActive } from '../../db/organization-lookup.ts'
import type { Deps } from '../../deps.ts'
import { isIpAllowed, normalizeIp } from '../../ip-address.ts'
import { formatLocalTime, isoInZone, startOfDay } from '../../time-zone.ts'
import { apisRefusal } from '../plans/index.ts'
import { addAccessLog, countCall, findKeyCaller, type KeyCaller } from './repository.ts'
import { decryptSecret } from './secret.ts'

interface GivenKey {
  accessKey: string
  secretKey: string
}

/** The key of a request, by `Authorization: Basic` or `APIKEY: access:secret`; null: it has none. */
export function keyOf({ headers }: FastifyRequest): GivenKey | null {
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '')?.[1]
  const single = headers['apikey']
  const text =
    basic === undefined
      ? typeof single === 'string'
        ? single
        : null
      : Buffer.from(basic, 'base64').toString()
  if (text === null) return null
  const [accessKey = '', ...secret] = text.split(':')
  return { accessKey, secretKey: secret.join(':') }
}

/**
 * The caller of a request with a key. Checks in this order, each with its code: known and secret right, not expired,
 * address, organization, plan, calls of the day. Each call, refused ones too, is a row of the access log, kept whatever
 * becomes of the call; the counter goes up in the same transaction. `limit` throws where an address has guessed keys too
 * often: then nothing is written.
 */
export async function authenticateKey(
  deps: Deps,
  request: FastifyRequest,
  given: GivenKey,
  limit: () => Promise<void>,
): Promise<Session | DeviceCaller> {
  const now = deps.clock()
  const addLog = (tx: Tx, caller: KeyCaller | null, refusal: ErrorCode | null) =>
    addAccessLog(tx, {
      organizationId: caller?.organizationId ?? null,
      keyId: caller?.id ?? null,
      accessIp: normalizeIp(request.address),
      messages: logMessage(request, refusal),
      createdAt: now,
    })
  const { caller, refusal, logId } = await deps.database.asSystem(async (tx) => {
    const caller = await findKeyCaller(tx, given.accessKey)
    const refusal = await refusalOf(deps, tx, caller, given, request.address, now)
    return { caller, refusal, logId: refusal === 'key_unknown' ? 0 : await addLog(tx, caller, refusal) }
  })
  if (refusal === 'key_unknown') {
    await limit()
    await deps.database.asSystem((tx) => addLog(tx, caller, refusal))
  }
  if (caller !== null && caller.deviceId !== null) {
    request.callingDevice = { organizationId: caller.organizationId, deviceId: caller.deviceId }
  }
  if (refusal === 'plan_refused' && caller?.type === keyType.common) throw apisRefusal()
  if (caller !== null && refusal === 'daily_limit') throw spentKey(caller.timeZone, now)
  if (caller === null || refusal !== null) throw refusedKey(refusal ?? 'key_unknown', request.address)
  request.accessLogId = logId
  return sessionOf(caller)
}

/** The refusal of a key whose calls of the day are used up. */
function spentKey(timeZone: string, now: Date): Failure {
  const opensAt = startOfDay(timeZone, now, 1)
  const message = `${formatLocalTime(timeZone, opensAt)}から再び利用できます`
  return new Failure('daily_limit', {
    retryAfter: (opensAt.getTime() - now.getTime()) / 1000,
    issues: [{ path: 'APIKEY', message }],
  })
}

/** What is wrong with a refused key, or what to do about it. */
const keyTexts: Partial<Record<ErrorCode, string>> = {
  key_unknown: 'アクセスキーとシークレットキーの両方を確認してください',
  key_expired: 'キーを更新し、新しいキーを設定してください',
  organization_inactive: '組織が停止中か、組織の有効期限が切れています',
  forbidden: 'キーのユーザーがシステム管理者になったため、このキーは使用できません',
  plan_refused: 'ご契約のプランでは、端末からの送信は許可されていません',
}

function refusedKey(code: ErrorCode, address: string): Failure {
  const message = keyTexts[code] ?? `送信元のIPアドレス ${normalizeIp(address)} は許可されていません`
  return new Failure(code, { issues: [{ path: 'APIKEY', message }] })
}

function sessionOf(caller: KeyCaller): Session | DeviceCaller {
  const { id, type, deviceId, userId, username, role, organizationId, timeZone } = caller
  const common = { sessionId: null, organizationId, timeZone }
  if (type === keyType.device) {
    return { ...common, key: { id, type, deviceId }, userId: null, role: null }
  }
  if (userId === null || username === null || role === null) throw new Error('a Common key has no user')
  return { ...common, key: { id, type }, userId, username, role }
}

/** Characters of a row of the access log. */
const longestMessage = 500

/**
 * A call in the access log: why it was refused, with each field and what was expected of it, or what was ignored in it.
 * Without the query, as in the server’s log.
 */
export function logMessage(request: LoggedRequest, refusal: ErrorCode | null): string {
  const { method, url, failureIssues, remarks } = request
  const call = `${method} ${url.split('?')[0]}`
  const details =
    refusal === null
      ? remarks
      : failureIssues.map(({ path, message }) => (path ? `${path}: ${message}` : message))
  const outcome = `${refusal === null ? '' : messages[refusal]}${details.join('、')}`
  return toStorable(outcome === '' ? call : `${call}: ${outcome}`).slice(0, longestMessage)
}

type LoggedRequest = Pick<FastifyRequest, 'method' | 'url' | 'failureIssues' | 'remarks'>

async function refusalOf(
  { secrets }: Deps,
  tx: Tx,
  caller: KeyCaller | null,
  { accessKey, secretKey }: GivenKey,
  address: string,
  now: Date,
): Promise<ErrorCode | null> {
  if (caller === null) return 'key_unknown'
  const secret = decryptSecret(secrets.apiKeyKey, accessKey, caller.secretKey)
  if (!isEqual(secret, secretKey)) return 'key_unknown'
  if (caller.expireAt !== null && caller.expireAt <= now) return 'key_expired'
  if (!isIpAllowed(caller.whiteIps, address)) return 'address_refused'
  // A Device key speaks for devices, which are elsewhere than the person who created it.
  if (caller.type === keyType.common && !isIpAllowed(caller.userWhiteIps, address)) return 'address_refused'
  if (!isActive({ status: caller.status, expireAt: caller.organizationExpireAt }, now)) {
    return 'organization_inactive'
  }
  // Its user was raised since: nobody else may act as a system administrator.
  if (caller.type === keyType.common && caller.role === role.system) return 'forbidden'
  if (caller.type === keyType.device ? !caller.allowDevices : !caller.allowApis) return 'plan_refused'
  const today = isoInZone(caller.timeZone, now).slice(0, 10)
  return (await countCall(tx, caller.id, today)) ? null : 'daily_limit'
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
