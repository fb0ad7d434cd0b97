import { and, eq, isNull } from 'drizzle-orm'
import { isAbnormal, readState } from '../../contract/values/abnormal.ts'
import { isAdjusted } from '../../contract/values/prior.ts'
import { type Frame, formatValue } from '../../reader/node/index.ts'
import type { Tx } from '../db/client.ts'
import { categories, meters, readings, units } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { reconcileAround } from '../features/alerts/index.ts'
import {
  type AskedMeter,
  addLog,
  changeLogReason,
  judge,
  systemPrompt,
  userPrompt,
  type Verdict,
} from '../features/llm-usage/index.ts'
import {
  describePicture,
  keepFramed,
  MissingPictureError,
  originalPicture,
} from '../features/pictures/index.ts'
import { boostAllowanceOf, giveBackBoostCall, takeBoostCall } from '../features/plans/index.ts'
import {
  changeReading,
  evidenceBefore,
  isCumulativeMeter,
  isReadable,
  lockForJudging,
  mayBoost,
  type ReadingRecord,
} from '../features/readings/index.ts'
import type { Outcome } from '../llm/outcome.ts'
import type { VisionModel } from '../llm/vision-model.ts'
import type { ModelJob } from '../queue/job-types.ts'

type Parts = Pick<Deps, 'jobs' | 'database' | 'storage' | 'workers' | 'model' | 'stopping' | 'clock' | 'log'>

interface Task {
  reading: ReadingRecord
  meter: AskedMeter
  userPrompt: string
}

/** A failure that may pass: the queue asks again later. */
export class AskAgain extends Error {
  override name = 'AskAgain'
}

/**
 * Has a model look at the picture of an unsure reading. The reading stands meanwhile, and whatever a person or another
 * job makes of it stands for good. docs/decisions/055-ai-boost-model.md
 */
export async function runAskModel(parts: Parts, job: ModelJob): Promise<void> {
  const { database, model, clock, stopping } = parts
  const { organizationId } = job
  if (model === null) return
  if (stopping.signal.aborted) throw new AskAgain('the server stops')
  const task = await database.inOrganization(organizationId, null, (tx) => taskOf(tx, job))
  if (task === null) return
  const picture = await pictureOf(parts, task)
  if (picture === null) return
  const call = await database.inOrganization(organizationId, null, (tx) =>
    takeBoostCall(tx, organizationId, clock()),
  )
  if (call === null) return
  const began = performance.now()
  const question = { system: systemPrompt, user: task.userPrompt, jpeg: picture.jpeg }
  const outcome = await model.ask(question, stopping.signal)
  const duration = Math.round(performance.now() - began)
  const { reading, meter } = task
  const verdict =
    outcome.answer && judge(outcome.answer, { value: reading.value, secondChoice: job.secondChoice }, meter)
  // By itself: whatever becomes of the answer, it was paid for.
  const logId = await database.asSystem(async (systemTx) => {
    if (!outcome.isAnswered) await giveBackBoostCall(systemTx, call)
    return addLog(systemTx, {
      ...logOf(model, outcome, task),
      pictureSha256: picture.sha256,
      reason: outcome.failure ?? verdict?.refusal ?? null,
      duration,
      createdAt: clock(),
    })
  })
  if (verdict?.refusal === null) {
    const reason = await whyNotApplied(parts, picture.original, task, verdict)
    if (reason !== null) await database.asSystem((systemTx) => changeLogReason(systemTx, logId, reason))
  }
  if (outcome.failure !== null) {
    parts.log.warn({ ...job, provider: model.provider, failure: outcome.failure }, 'a model gave no answer')
  }
  if (outcome.isPassing) throw new AskAgain(`${model.provider}: ${outcome.failure}`)
}

async function taskOf(tx: Tx, { organizationId, readingId }: ModelJob): Promise<Task | null> {
  const [row] = await tx
    .select({ reading: readings, meter: meters, type: categories.type, unit: units.name })
    .from(readings)
    .innerJoin(meters, eq(meters.id, readings.meterId))
    .innerJoin(categories, eq(categories.id, meters.meterCategoryId))
    .innerJoin(units, eq(units.id, meters.meterUnitId))
    .where(
      and(
        eq(readings.organizationId, organizationId),
        eq(readings.id, readingId),
        isNull(readings.deletedAt),
      ),
    )
  if (row === undefined || !mayBoost(row.reading)) return null
  if (!isReadable({ ...row.meter, categoryType: row.type })) return null
  const { isAllowed, timeZone } = await boostAllowanceOf(tx, organizationId)
  if (!isAllowed) return null
  const { reading } = row
  const last = await evidenceBefore(tx, { organizationId, id: row.meter.id }, reading.createdAt)
  const isCumulative = isCumulativeMeter({ ...row.meter, categoryType: row.type, unit: row.unit })
  const floor = isCumulative ? (last[0]?.value ?? null) : null
  const meter = { ...row.meter, type: row.type, unit: row.unit, floor }
  return { reading, meter, userPrompt: userPrompt(meter, last, timeZone) }
}

/** Null: there is none to send any more. */
async function pictureOf({ storage, workers, log }: Parts, { reading }: Task) {
  const { organizationId, pictureSha256: sha256 } = reading
  if (sha256 === null) return null
  try {
    const original = await originalPicture(storage, { organizationId, sha256 })
    const jpeg = await workers.outgoing({ owner: organizationId }, async () => original)
    return jpeg && { sha256, original, jpeg }
  } catch (error) {
    if (!(error instanceof MissingPictureError)) throw error
    log.warn({ err: error, reading: reading.id }, 'no model is asked about a lost picture')
    return null
  }
}

type Counted = Extract<Verdict, { refusal: null }>

/** Null: the reading has the answer’s value. A failure is not tried again, since that would ask again. */
async function whyNotApplied(
  parts: Parts,
  original: Uint8Array,
  task: Task,
  verdict: Counted,
): Promise<string | null> {
  const { organizationId, id } = task.reading
  try {
    const change = await changeOf(parts, original, task, verdict)
    const isApplied = await parts.database.inOrganization(organizationId, null, (tx) =>
      applied(parts, tx, task.reading, change),
    )
    return isApplied ? null : 'ほかで確定または変更された後の回答です'
  } catch (error) {
    parts.log.error({ err: error, organizationId, reading: id }, 'an answer of a model could not be applied')
    return '障害のため、回答を読取に反映できませんでした'
  }
}

/** What the reading becomes, with its framed picture saying so. */
async function changeOf(
  { workers }: Pick<Parts, 'workers'>,
  original: Uint8Array,
  { reading, meter }: Task,
  { value, confidence }: Counted,
) {
  const changed = { value, confidence }
  if (value === reading.value || reading.frame === null) return { ...changed, framed: null }
  const frame = withValue(reading.frame, value, meter.decimalPoint ?? 0)
  const drawn = await workers.frame({ owner: reading.organizationId }, async () => original, frame)
  return {
    ...changed,
    framed: drawn && { frame, picture: await describePicture(drawn.whole, 'framed'), tile: drawn.tile },
  }
}

/** The digits go to their boxes where there are as many. */
function withValue(frame: Frame, value: number, decimals: number): Frame {
  const text = formatValue(value, Math.max(decimals, decimalsIn(value)))
  const figures = text.replace('.', '').padStart(frame.boxes.length, '0')
  const fits = figures.length === frame.boxes.length && value >= 0
  const boxes = fits
    ? frame.boxes.map((box, index) => ({ ...box, text: figures[index] ?? box.text }))
    : frame.boxes
  return { ...frame, boxes, text }
}

const decimalsIn = (value: number): number => String(value).split('.')[1]?.length ?? 0

type Change = Awaited<ReturnType<typeof changeOf>>

/** False: the reading is no longer the one that the model was asked about. */
async function applied(
  parts: Pick<Parts, 'clock' | 'jobs' | 'storage'>,
  tx: Tx,
  asked: ReadingRecord,
  { value, confidence, framed }: Change,
): Promise<boolean> {
  const { organizationId } = asked
  const judged = await lockForJudging(tx, organizationId, asked.id)
  if (judged === undefined) return false
  const { reading, range } = judged
  if (!mayBoost(reading) || reading.value !== asked.value || reading.confidence !== asked.confidence)
    return false
  const isKept =
    framed !== null && (await keepFramed(parts.storage, tx, organizationId, framed.picture, framed.tile))
  await changeReading(tx, organizationId, reading.id, {
    value,
    readValue: value,
    confidence,
    // What earlier readings made of our reader’s value says nothing of this one.
    ...(value !== reading.value && { reasons: [] }),
    ...((value !== reading.value || isAdjusted(reading)) && { advice: null }),
    // Without room for the new picture there is none: the old one shows another value.
    ...(framed && { resultSha256: isKept ? framed.picture.sha256 : null, frame: framed.frame }),
    isAbnormal: isAbnormal({ value, read_state: readState.processed }, range),
    updatedAt: parts.clock(),
  })
  await reconcileAround(parts, tx, { organizationId, id: reading.meterId }, reading)
  return true
}

const logOf = (model: VisionModel, outcome: Outcome, { reading, userPrompt: user }: Task) => ({
  organizationId: reading.organizationId,
  readingId: reading.id,
  provider: model.provider,
  model: model.name,
  systemPrompt,
  userPrompt: user,
  status: outcome.answer === null ? ('error' as const) : ('success' as const),
  answer: outcome.text,
  inputTokens: outcome.inputTokens,
  outputTokens: outcome.outputTokens,
  cost: model.costOf(outcome),
})
