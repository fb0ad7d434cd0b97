import { eq } from 'drizzle-orm'
import type { Analysis, AnalyzeFields } from '../../../contract/analyze.ts'
import type { CategoryType } from '../../../contract/categories.ts'
import { Failure, type Session } from '../../api/call.ts'
import { queueTimeout, type Tx } from '../../db/client.ts'
import { categories, organizations, plans } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { PictureReading } from '../../imaging/picture.worker.ts'
import { createLimiter } from '../../limiter.ts'
import { parseBase64Picture, undecodable } from '../pictures/index.ts'
import { apisRefusal } from '../plans/index.ts'
import { type ReaderInput, readerInputOf } from './reader-input.ts'

/** A process is left to pictures of meters, however many tries an organization starts. */
const tries = createLimiter({
  total: Number.POSITIVE_INFINITY,
  perOwner: 1,
  maxWaitingPerOwner: 20,
  retryAfter: 5,
})

interface Asked {
  version: 1 | 2
  fields: AnalyzeFields
  /** Ends waiting and work. */
  signal: AbortSignal
}

/** Reads a picture that is no reading’s, and keeps nothing of it. */
export async function analyze(
  { database, workers }: Pick<Deps, 'database' | 'workers'>,
  { organizationId, userId }: Session,
  { version, fields, signal }: Asked,
): Promise<{ data: Analysis[]; messages: string[] }> {
  const input = readerInputOf(version, fields)
  const { allowsBoost, categoryName } = await database.inOrganization(
    organizationId,
    userId,
    (tx) => known(tx, organizationId, input.settings.type),
    'read only',
  )
  const { bytes } = await parseBase64Picture(fields.image_base64, 'image_base64')
  const slot = { owner: organizationId, timeout: queueTimeout, signal }
  const read = async ({ settings, known }: ReaderInput, boost: boolean) => {
    const made = await workers.read(slot, async () => bytes, { ...settings, boost }, known)
    if (made !== null) return made
    throw new Failure('picture_unsupported', { issues: [{ path: 'image_base64', message: undecodable }] })
  }
  return tries.run(slot, async () => {
    const plain = await read(input, false)
    const isBoosted = version === 2 && fields.use_ai_boost && allowsBoost
    const best = isBoosted ? await read(input, true) : plain
    const messages = remarks({ version, fields, allowsBoost, input, best })
    if (isNothing(best)) return { data: [], messages }
    const valueIn = version === 2 && !input.known.degreeOnly ? foundValueOf : sureValueOf
    const old_value = isBoosted ? valueIn(plain) : null
    return {
      data: [
        {
          ...present(best),
          value: valueIn(best),
          category_name: categoryName,
          old_value,
          ai_boost_enabled: isBoosted,
        },
      ],
      messages,
    }
  })
}

async function known(tx: Tx, organizationId: number, type: CategoryType) {
  const [plan] = await tx
    .select({ allowApis: plans.allowApis, allowsBoost: organizations.useAiBoost })
    .from(organizations)
    .innerJoin(plans, eq(plans.id, organizations.planId))
    .where(eq(organizations.id, organizationId))
  if (plan?.allowApis !== true) throw apisRefusal()
  const [category] = await tx
    .select({ name: categories.name })
    .from(categories)
    .where(eq(categories.type, type))
    .orderBy(categories.id)
    .limit(1)
  return { allowsBoost: plan.allowsBoost, categoryName: category?.name ?? '' }
}

const isNothing = ({ result }: PictureReading) =>
  result.value === null && result.degree === null && (result.ocr ?? '').replace(/[?\s]/g, '') === ''

const sureValueOf = ({ result }: PictureReading) => result.value

/** Returns the likeliest value, however unsure: the confidence and the reasons are shown next to it. */
const foundValueOf = ({ result }: PictureReading) => result.value ?? result.secondChoice

function present({ result, framed }: PictureReading) {
  const { degree, ocr, confidence, reasons, frame } = result
  const points = [
    ...(frame.boxes.length > 0 ? frame.boxes.flatMap(({ corners }) => corners) : (frame.area ?? [])),
    ...(frame.needle ? [frame.needle.from, frame.needle.to] : []),
  ]
  return {
    degree,
    ocr,
    x: middleOf(points.map(({ x }) => x)),
    y: middleOf(points.map(({ y }) => y)),
    confidence,
    reasons,
    result_image: framed && `data:image/webp;base64,${Buffer.from(framed.whole).toString('base64')}`,
  }
}

function middleOf(positions: number[]): number | null {
  if (positions.length === 0) return null
  return Math.round((1000 * (Math.min(...positions) + Math.max(...positions))) / 2) / 1000
}

interface Outcome {
  version: 1 | 2
  fields: AnalyzeFields
  allowsBoost: boolean
  input: ReaderInput
  best: PictureReading
}

function remarks({ version, fields, allowsBoost, input, best }: Outcome): string[] {
  const said: string[] = []
  if (fields.use_ai_boost && version === 1)
    said.push('AIブーストはv2で利用できます。使用せずに読み取りました。')
  if (fields.use_ai_boost && version === 2 && !allowsBoost) {
    said.push('この組織ではAIブーストが有効になっていません。使用せずに読み取りました。')
  }
  if (!isNothing(best)) {
    if (input.known.degreeOnly) said.push('目盛の値が指定されていないため、針の角度だけを読み取りました。')
    return said
  }
  return [
    ...said,
    version === 1
      ? '指定された内容では読み取れませんでした。v1は指定された位置だけを読み取ります。設定、または範囲と桁数を確認してください。'
      : '画像から目盛や数字を見つけられませんでした。範囲を指定するか、正面から大きく撮り直してください。',
  ]
}
