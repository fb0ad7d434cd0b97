import * as z from 'zod/mini'
import { endpoint } from './calls/endpoint.ts'
import {
  backCursorParam,
  countParam,
  cursorParam,
  flagParam,
  id,
  idListParam,
  idParam,
  imageBase64,
  instant,
  localTime,
  newValue,
  pictureUrl,
  text,
  value,
} from './calls/wire.ts'
import { withDescription } from './calls/withDescription.ts'
import { closedMonthsHeader, closedMonthsHeaders } from './closing/closedMonths.ts'
import { readingKey, receiptSchema } from './receipts.ts'
import { spanParam } from './time/spans.ts'
import { readState } from './values/abnormal.ts'
import { consumptionSchema } from './values/consumptionSchemas.ts'
import { confirmedDoubts, doubts } from './values/doubts.ts'
import { readingStates } from './values/readingStates.ts'
import { valueFormatSchema } from './values/valueFormat.ts'

const readingSources = ['entry', 'phone', 'camera', 'analog', 'import'] as const

/**
 * Where the value comes from: our reader or a measurement, the device that read the meter by itself, or a person who
 * accepted one of these, corrected it or entered it.
 */
const valueSources = ['reader', 'device', 'accepted', 'corrected', 'entered'] as const

/** A reading («meter value» in the documents). `created_at` is when it was measured. */
export const readingSchema = z
  .object({
    id,
    meter_id: id,
    meter: z.object({
      id,
      name: z.string(),
      meter_unit_id: id,
      meter_category_id: id,
      meter_group_id: z.nullable(id),
      inspection_id: z.nullable(id),
      decimal_point: z.nullable(z.int()),
    }),
    value: z.nullable(value),
    value_source: z.enum(valueSources),
    state: withDescription(
      z.optional(z.enum(readingStates)),
      'what the value is, in one word: `unsure` a person should check it; `refused` the reader found none; `settings` its picture waits for reading settings or a typed value; `fault` the loop is broken or short; `confirmed`, `corrected` by a person. Absent from servers before 2026-11-30',
    ),
    is_abnormal: z.boolean(),
    confirmed_doubts: confirmedDoubts,
    consumption: withDescription(
      z.nullable(consumptionSchema),
      'of a counter, since the reading before that has a value; null: not a counter, or none before',
    ),
    source: z.enum(readingSources),
    read_state: z.nullable(z.literal(Object.values(readState))),
    read_value: withDescription(
      z.nullable(value),
      'what the reader read, or instead the model of AI boost where its answer counts; no correction changes it',
    ),
    device_value: withDescription(
      z.nullable(value),
      'what the device read by itself and sent with the picture or before it; nothing changes it',
    ),
    ocr: z.nullable(z.string()),
    degree: z.nullable(z.number()),
    confidence: z.nullable(z.number().check(z.gte(0), z.lte(1))),
    reasons: withDescription(
      z.array(z.string()),
      'why the reader doubts or refuses; with `unconfirmed time` it is left out of consumption until a person confirms its time',
    ),
    loop_current: withDescription(
      z.optional(z.number()),
      'mA that the input measured, where that of a 4 to 20 mA loop is too low or too high for a value',
    ),
    position: withDescription(
      z.nullable(z.number().check(z.gte(0), z.lt(10))),
      'where a counter’s last drum stands, its roll included',
    ),
    registration: withDescription(
      z.nullable(z.number().check(z.gte(0), z.lte(1))),
      'how surely the meter was found where its reference picture shows it; null without one',
    ),
    advice: withDescription(
      z.nullable(z.object({ seen: z.nullable(value), because: z.array(z.string()) })),
      'where earlier readings speak: what the picture alone says, and what spoke against it or speaks against the value',
    ),
    image: z.nullable(pictureUrl),
    thumbnail: z.nullable(pictureUrl),
    result_image: withDescription(z.nullable(pictureUrl), 'the picture with the read region drawn'),
    result_thumbnail: withDescription(
      z.nullable(pictureUrl),
      'the part of it that was read, without the value',
    ),
    ai_boost_enabled: z.boolean(),
    boosted: withDescription(
      z.optional(z.literal(true)),
      'a model that AI boost asked confirmed or changed what the reader read',
    ),
    wakeup_reason: withDescription(z.nullable(z.literal([0, 1, 2])), '0 timer, 1 manual, 2 heartbeat'),
    created_by: withDescription(z.nullable(z.string()), 'user name, where a person sent it'),
    created_at: instant,
    received_at: instant,
    updated_at: instant,
  })
  .register(z.globalRegistry, { id: 'MeterValue' })
export type Reading = z.infer<typeof readingSchema>

const params = z.object({ id: idParam })

const readingCreate = z.strictObject({
  meter_id: id,
  value: z.nullable(newValue),
  created_at: localTime,
  image_base64: z.nullable(imageBase64),
  confirmed_doubts: z.optional(confirmedDoubts.check(z.maxLength(doubts.length))),
})

const metersAndTime = {
  meter_ids: z.optional(idListParam),
  inspection_ids: z.optional(idListParam),
  meter_group_ids: z.optional(idListParam),
  meter_unit_ids: z.optional(idListParam),
  recorded_span: z.optional(spanParam),
}

/** What a reading waits for: `time`, its confirmation; `settings`, reading settings for its picture, or a typed value. */
export const waitingReasons = ['time', 'settings'] as const
export type WaitingReason = (typeof waitingReasons)[number]

/** Which readings a list, a graph or an export is about. */
const selection = {
  ...metersAndTime,
  is_image: withDescription(z.optional(flagParam), '1: only readings with a picture'),
  is_abnormal: withDescription(
    z.optional(flagParam),
    '1: only empty readings and those in the emergency range',
  ),
  text: withDescription(
    z.optional(text),
    'part of the meter’s name, of the value as shown or of the local time: `11/20`, `2026-11-20 09:3`',
  ),
}

/** Which readings a list or an export is about. */
export const listSelection = {
  ...selection,
  waiting_for: withDescription(
    z.optional(z.enum(waitingReasons)),
    '`time`: only readings of an unconfirmed time; `settings`: only pictures that wait for reading settings or a typed value',
  ),
}

/** A point of a graph, kept when downsampling. */
const pointSchema = z.object({
  id,
  created_at: instant,
  value: z.nullable(value),
  is_abnormal: z.boolean(),
  read_state: z.nullable(z.literal(Object.values(readState))),
})

/** One meter’s readings over time, downsampled so that shape and extremes stay; very many by the rollups of days. */
const seriesSchema = z
  .object({
    meter_id: id,
    count: withDescription(z.int().check(z.nonnegative()), 'readings before downsampling'),
    unconfirmed_times: withDescription(
      z.int().check(z.nonnegative()),
      'readings of an unconfirmed time, which are not among them',
    ),
    points: withDescription(z.array(pointSchema), 'by time; an empty value is a gap'),
    latest: withDescription(z.nullable(readingSchema), 'the latest of them'),
  })
  .register(z.globalRegistry, { id: 'Series' })
export type Series = z.infer<typeof seriesSchema>

const reason = withDescription(z.nullable(z.string()), 'why, as the person typed it')
const changed = { id: withDescription(id, 'unique among those of one action'), at: instant, user: z.string() }
const shownThen = {
  value_format: withDescription(
    z.optional(valueFormatSchema),
    'how it was shown at the time of the change; absent where this was not recorded',
  ),
}
const changedValue = z.object({
  ...shownThen,
  value: z.nullable(value),
  read_state: withDescription(
    z.optional(z.literal(Object.values(readState))),
    'of an empty value: its picture had not been read. Absent: there was no value, or this was not recorded',
  ),
})
const changedTime = z.object({ created_at: instant })
const changedMeter = z.object({ id, name: withDescription(z.string(), 'as it was called then') })
const changedComment = z.object({ comment: z.nullable(z.string()) })
const changedRange = z.object({ ...shownThen, start: z.nullable(value), end: z.nullable(value) })

/**
 * What people did to a reading and its judgement. `create`: entered it, or its value with a photograph; `time`: confirmed
 * or corrected when it was measured; `meter`: moved it to another meter; `range`: the meter’s abnormal range changed;
 * `confirm`, `undo`: of the reading’s alert, with the range it was judged by; `comment`: of the confirmation.
 */
const readingChangeSchema = z
  .discriminatedUnion('action', [
    z.object({
      ...changed,
      action: z.literal('correct'),
      before: changedValue,
      after: changedValue,
      reason,
    }),
    z.object({ ...changed, action: z.literal('time'), before: changedTime, after: changedTime, reason }),
    z.object({ ...changed, action: z.literal('meter'), before: changedMeter, after: changedMeter }),
    z.object({ ...changed, action: z.literal('create'), before: z.null(), after: changedValue }),
    z.object({ ...changed, action: z.literal('delete'), before: changedValue, after: z.null() }),
    z.object({ ...changed, action: z.literal('restore'), before: z.null(), after: changedValue }),
    z.object({ ...changed, action: z.literal('range'), before: changedRange, after: changedRange }),
    z.object({
      ...changed,
      action: z.literal('confirm'),
      range: changedRange,
      comment: z.nullable(z.string()),
    }),
    z.object({ ...changed, action: z.literal('undo'), range: changedRange }),
    z.object({ ...changed, action: z.literal('comment'), before: changedComment, after: changedComment }),
  ])
  .register(z.globalRegistry, { id: 'MeterValueChange' })
export type ReadingChange = z.infer<typeof readingChangeSchema>

/** A change of one of a meter's readings. */
const meterReadingChangeSchema = z
  .object({
    reading_id: id,
    measured_at: withDescription(instant, 'when the reading was measured, as it is known now'),
    is_deleted: withDescription(z.boolean(), 'whether the reading is deleted now'),
    restorable: withDescription(
      z.boolean(),
      'a deletion that the caller may undo: within 30 days whoever deleted it, administrators later as well',
    ),
    change: readingChangeSchema,
  })
  .register(z.globalRegistry, { id: 'MeterReadingChange' })
export type MeterReadingChange = z.infer<typeof meterReadingChangeSchema>

/** The meter’s previous and next reading by time; null: none. */
const readingNeighboursSchema = z
  .object({ previous: z.nullable(id), next: z.nullable(id) })
  .register(z.globalRegistry, { id: 'MeterValueNeighbours' })
export type ReadingNeighbours = z.infer<typeof readingNeighboursSchema>

const comparedValue = z.nullable(z.object({ value, created_at: instant }))

/** What a value that is entered for an earlier time, or a corrected reading, is compared with. */
const valuesAroundSchema = z
  .object({
    before: withDescription(
      comparedValue,
      'the last reliable value before, or the start value of the meter that replaced another since',
    ),
    after: withDescription(
      comparedValue,
      'the first reliable value then or later; null: none, or the meter was replaced first',
    ),
  })
  .register(z.globalRegistry, { id: 'MeterValuesAround' })
export type ValuesAround = z.infer<typeof valuesAroundSchema>

const removedAlerts = {
  removed_alerts: withDescription(
    z.optional(z.int().check(z.nonnegative())),
    'how many alerts that nobody had confirmed were removed because of it; absent from servers before 2026-11-29',
  ),
}

const correctedSchema = z.object({ ...readingSchema.shape, ...removedAlerts })

export const readingEndpoints = {
  readings: endpoint({
    method: 'GET',
    path: '/api/v1/meters-values',
    access: 'user',
    summary: 'Readings by meter, groups, unit and time, newest first unless asked otherwise',
    query: z.object({
      ...listSelection,
      skip: z.optional(countParam),
      limit: withDescription(z.optional(countParam), 'at most 1000, 50 when absent'),
      after: cursorParam,
      before: backCursorParam,
      sort_type: z.optional(z.enum(['asc', 'desc'])),
    }),
    data: z.array(readingSchema),
  }),
  reading: endpoint({
    method: 'GET',
    path: '/api/v1/meters-value/{id}',
    aliases: ['/api/v1/meter-value/{id}'],
    access: 'user',
    summary: 'One reading',
    params,
    data: readingSchema,
    errors: ['not_found'],
    subject: 'reading',
  }),
  sourceImage: endpoint({
    method: 'GET',
    path: '/api/v1/meters-value/{id}/source-image',
    access: 'admin',
    summary:
      'The photograph’s file as it was received, with the place and device that the camera wrote into it',
    params,
    data: null,
    media: 'image/*',
    errors: ['not_found', 'original_removed'],
    subject: 'reading',
  }),
  series: endpoint({
    method: 'GET',
    path: '/api/v1/meters-values/series',
    access: 'user',
    summary: 'Readings as graphs draw them: one series a meter, at most `limit` points each',
    query: z.object({
      ...selection,
      limit: withDescription(z.optional(countParam), 'points a meter, 10 to 1000, 400 when absent'),
    }),
    data: z.array(seriesSchema),
  }),
  latestReadings: endpoint({
    method: 'GET',
    path: '/api/v1/meters-values/latest',
    access: 'user',
    summary: 'The latest reading of each meter that has one, in the order of their ids',
    query: z.object(metersAndTime),
    data: z.array(readingSchema),
  }),
  exportReadings: endpoint({
    method: 'GET',
    path: '/api/v1/meters-values/export',
    access: 'user',
    summary:
      'Exactly what the filters select as CSV, UTF-8 with BOM; the header `row-count` says how many rows will come',
    query: z.object({ ...listSelection, sort_type: z.optional(z.enum(['asc', 'desc'])) }),
    data: null,
    media: 'text/csv',
  }),
  readingChanges: endpoint({
    method: 'GET',
    path: '/api/v1/meter-value/{id}/changes',
    access: 'user',
    summary:
      'Who entered or corrected a reading or its time, changed its meter’s abnormal range or confirmed its alert, newest first',
    params,
    data: z.array(readingChangeSchema),
    errors: ['not_found'],
    subject: 'reading',
  }),
  readingNeighbours: endpoint({
    method: 'GET',
    path: '/api/v1/meter-value/{id}/neighbours',
    access: 'user',
    summary: 'The readings of the same meter just before and after one',
    params,
    data: readingNeighboursSchema,
    errors: ['not_found'],
    subject: 'reading',
  }),
  valuesAround: endpoint({
    method: 'GET',
    path: '/api/v1/meters/{id}/values-around',
    access: 'user',
    summary:
      'The reliable values of a meter before and after a time, with which a value of that time is compared',
    params,
    query: z.object({
      at: localTime,
      except: withDescription(
        z.optional(idParam),
        'the reading that is corrected, which is not compared with itself',
      ),
    }),
    data: valuesAroundSchema,
    errors: ['not_found'],
    subject: 'meter',
  }),
  createReading: endpoint({
    method: 'POST',
    path: '/api/v1/meter-value',
    aliases: ['/api/v1/meters-value'],
    access: 'user',
    summary: 'Add a reading by hand, with or without a picture',
    headers: z.object({ 'idempotency-key': z.optional(readingKey), ...closedMonthsHeader }),
    body: readingCreate,
    data: receiptSchema,
    errors: [
      'reference_unknown',
      'picture_unsupported',
      'storage_full',
      'key_reused',
      'closed_months_change',
    ],
  }),
  updateReading: endpoint({
    method: 'PUT',
    path: '/api/v1/meter-value/{id}',
    aliases: ['/api/v1/meters-value/{id}'],
    access: 'user',
    summary:
      'Correct the value, the time of measurement or both; who, when, before, after and the reason are kept',
    params,
    headers: closedMonthsHeaders,
    body: z
      .strictObject({
        value: z.optional(z.nullable(newValue)),
        created_at: withDescription(z.optional(localTime), 'when it was measured'),
        reason: withDescription(z.optional(text), 'why, for the history'),
      })
      .check(
        z.refine(({ value, created_at: at }) => value !== undefined || at !== undefined, {
          error: '測定値か測定日時を指定してください',
          path: ['value'],
        }),
      ),
    data: correctedSchema,
    errors: ['not_found', 'closed_months_change'],
    subject: 'reading',
  }),
  undoDecision: endpoint({
    method: 'POST',
    path: '/api/v1/meter-value/{id}/undo-decision',
    access: 'user',
    summary:
      'Take back what the caller has just confirmed or corrected of the value: for a minute, unless it was changed since',
    params,
    headers: closedMonthsHeaders,
    data: readingSchema,
    errors: ['not_found', 'undo_refused', 'closed_months_change'],
    subject: 'reading',
  }),
  updateReadingTime: endpoint({
    method: 'PUT',
    path: '/api/v1/meter-value/{id}/measured-at',
    access: 'user',
    summary:
      'Confirm or correct when a reading was measured, which counts from then on; who, when, before and after are kept',
    params,
    headers: closedMonthsHeaders,
    body: z.strictObject({
      created_at: withDescription(z.nullable(localTime), 'null: the time is right as it is'),
    }),
    data: correctedSchema,
    errors: ['not_found', 'closed_months_change'],
    subject: 'reading',
  }),
  deleteReading: endpoint({
    method: 'DELETE',
    path: '/api/v1/meter-value/{id}',
    aliases: ['/api/v1/meters-value/{id}'],
    access: 'user',
    summary: 'Delete a reading; who, when and what it was are kept',
    params,
    headers: closedMonthsHeaders,
    data: z.object(removedAlerts),
    errors: ['not_found', 'closed_months_change'],
    subject: 'reading',
  }),
  restoreReading: endpoint({
    method: 'POST',
    path: '/api/v1/meter-value/{id}/restore',
    access: 'user',
    summary:
      'Undo the deletion of a reading: within 30 days for whoever deleted it, later for administrators as well',
    params,
    headers: closedMonthsHeaders,
    data: readingSchema,
    errors: ['not_found', 'restore_refused', 'closed_months_change'],
    subject: 'reading',
  }),
  meterReadingChanges: endpoint({
    method: 'GET',
    path: '/api/v1/meters/{id}/reading-changes',
    access: 'user',
    summary: 'Who entered, corrected, deleted or restored readings of a meter, newest first',
    params,
    query: z.object({ limit: z.optional(countParam), after: cursorParam }),
    data: z.array(meterReadingChangeSchema),
    errors: ['not_found'],
    subject: 'meter',
  }),
}
