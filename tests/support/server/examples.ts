import { randomUUID } from 'node:crypto'
import type { EndpointName } from '../../../contract/endpoints.ts'
import type { TestRequest } from './app.ts'
import { browserKey } from './builders.ts'
import { pictureHeaders } from './device-calls.ts'
import { photograph, photographSha256, type Subjects } from './subjects.ts'

export interface Example {
  /** A call about these subjects by `caller`. */
  call: (
    of: Subjects,
    caller: Subjects,
  ) => Omit<TestRequest, 'as'> & { path: Record<string, string | number>; query?: string }
  /** Status when allowed, on own subjects; default 200 or 201. */
  own?: number
  /**
   * Status when allowed, on another organization's subjects. Omitted where the contract names a `subject`:
   * 404.
   */
  strangers?: number
}

const password = 'Kenshin-2027!'
const aMembership = { role: 0, is_alert_mail: false, white_ips: null }
const photographBase64 = Buffer.from(photograph).toString('base64')
const ofDevice = { 'device-serial': 'KS240001' }
const aKey = { name: 'キー', expire_at: '2027-12-31 23:59:59', max_count: null, type: 0, white_ips: null }

const aCycle = {
  closing_day: 20,
  closing_hour: 24,
  device_tolerance_hours: 24,
  round_tolerance_days: 3,
  meter_ids: [],
}
const anExportFormat = {
  target: 'closings',
  encoding: 'cp932',
  columns: ['code', 'usage'],
  replacements: [{ character: '³', text: '3' }],
}
const aRule = {
  condition: { kind: 'limit', direction: 'above', warning: null, alarm: 0.5, closing_limit: 0.48 },
  open_after: null,
  close_after: 1,
  active: null,
  includes_unsure: false,
}
const aTarget = { meter_id: null, meter_group_id: null, meter_category_id: null, meter_unit_id: 1 }
const aCategory = { name: '流量計', type: 99, description: '説明' }
const aPlan = {
  type: 99,
  ai_api_max_count: null,
  ai_api_free_count: null,
  limit_mobile_count: null,
  allow_devices: true,
  allow_apps: true,
  allow_apis: true,
  allow_mobiles: true,
}

/** Of the last example; each call changes something, so that each is recorded. */
let blindPercent = 1
/** At which the quiet hours of an example end. */
let minute = 0
/** Of the last example of reminders. */
let repeatHours = 0

/** A valid input for every call of the contract. */
export const examples = {
  login: {
    call: ({ organization }, { user: { username, password: known } }) => ({
      path: {},
      body: { organization_code: organization.code, username, password: known, email: '' },
    }),
    strangers: 401,
  },
  refresh: {
    call: ({ organization }, caller) => ({
      path: {},
      body: { refresh_token: caller.refreshToken, organization_name: organization.name },
    }),
    strangers: 401,
  },
  logout: { call: () => ({ path: {} }), strangers: 200 },
  // What proofs and seals do is in `users/outbox-seals.test.ts`.
  createOutboxSeal: { call: () => ({ path: {}, body: { owner_proof: 'a.b.c' } }), own: 400, strangers: 400 },
  openOutboxSeal: { call: () => ({ path: {}, body: { sealed_key: 'a.b.c.d.e' } }), own: 400, strangers: 400 },
  forgotPassword: {
    call: ({ organization, user }) => ({
      path: {},
      body: { organization_code: organization.code, email: user.email },
    }),
    strangers: 200,
  },
  mailDelivery: { call: () => ({ path: {} }), strangers: 200 },
  confirmForgotPassword: {
    call: ({ user }) => ({
      path: {},
      body: {
        confirmation_code: 'AAAAA-AAAAA',
        username: user.username,
        new_password: password,
        confirm_new_password: password,
      },
    }),
    own: 400,
    strangers: 400,
  },
  changePassword: {
    call: (of, caller) => ({
      path: {},
      body: {
        previous_password: caller.user.password,
        proposed_password: password,
        access_token: of.user.accessToken,
      },
    }),
    strangers: 403,
  },
  me: { call: () => ({ path: {} }), strangers: 200 },
  users: {
    call: ({ organization }) => ({ path: {}, query: `?organization_id=${organization.id}` }),
    strangers: 403,
  },
  user: { call: ({ user }) => ({ path: { id: user.id } }) },
  createUser: {
    call: ({ organization }) => {
      const username = `user-${randomUUID()}`
      const body = { username, email: `${username}@example.com`, password, ...aMembership }
      return { path: {}, body: { ...body, organization_id: organization.id } }
    },
    strangers: 403,
  },
  inviteUser: {
    call: ({ organization, outsider }) => ({
      path: {},
      body: { email: outsider.email, ...aMembership, organization_id: organization.id },
    }),
    strangers: 403,
  },
  invitations: {
    call: ({ organization }) => ({ path: {}, query: `?organization_id=${organization.id}` }),
    strangers: 403,
  },
  resendInvitation: { call: ({ invitationId }) => ({ path: { id: invitationId }, body: {} }) },
  withdrawInvitation: { call: ({ invitationId }) => ({ path: { id: invitationId } }) },
  openInvitation: {
    call: () => ({ path: {}, body: { invitation_code: 'A'.repeat(43) } }),
    own: 400,
    strangers: 400,
  },
  acceptInvitation: {
    call: () => ({ path: {}, body: { invitation_code: 'A'.repeat(43), new_password: password } }),
    own: 400,
    strangers: 400,
  },
  updateMember: {
    call: ({ organization, user }) => ({
      path: { id: user.id, organizationId: organization.id },
      body: { is_alert_mail: true },
    }),
    strangers: 403,
  },
  memberDependents: {
    call: ({ organization, user }) => ({ path: { id: user.id, organizationId: organization.id } }),
    strangers: 403,
  },
  removeMember: {
    call: ({ organization, user }) => ({ path: { id: user.id, organizationId: organization.id } }),
    strangers: 403,
  },
  changeEmail: {
    call: ({ user }) => ({ path: { id: user.id }, body: { email: `${randomUUID()}@example.com` } }),
  },
  // Nothing is pending.
  withdrawEmailChange: { call: ({ user }) => ({ path: { id: user.id } }), own: 404 },
  confirmEmail: {
    call: () => ({ path: {}, body: { confirmation_code: 'A'.repeat(43) } }),
    own: 400,
    strangers: 400,
  },
  signedInDevices: { call: () => ({ path: {} }), strangers: 200 },
  endSession: { call: ({ user }) => ({ path: { id: user.sessionId } }) },
  organizations: { call: () => ({ path: {} }), strangers: 200 },
  // System administrators manage every organization.
  organization: { call: ({ organization }) => ({ path: { id: organization.id } }), strangers: 200 },
  // Neither organization is a demonstration.
  startDataReset: {
    call: ({ organization }) => ({ path: {}, body: { organization_id: organization.id } }),
    own: 409,
    strangers: 409,
  },
  dataReset: {
    call: ({ organization }) => ({ path: {}, query: `?organization_id=${organization.id}` }),
    strangers: 200,
  },
  createOrganization: {
    call: () => ({
      path: {},
      body: {
        name: `org${randomUUID().slice(0, 8)}`,
        plan_id: 1,
        first_user_name: randomUUID(),
        first_user_email: `${randomUUID()}@example.com`,
        first_user_password: password,
      },
    }),
    strangers: 201,
  },
  updateOrganization: {
    call: ({ organization }) => ({ path: { id: organization.id }, body: { plan_id: 1, status: 0 } }),
    strangers: 200,
  },
  plans: { call: () => ({ path: {} }), strangers: 200 },
  createPlan: { call: () => ({ path: {}, body: { ...aPlan, name: randomUUID() } }), strangers: 201 },
  updatePlan: {
    call: () => ({ path: { id: 1 }, body: { ...aPlan, name: 'Unlimited' } }),
    strangers: 200,
  },
  llmUsageLogs: {
    call: ({ organization }) => ({ path: {}, query: `?organization_id=${organization.id}` }),
    strangers: 403,
  },
  planUsage: { call: () => ({ path: {} }), strangers: 200 },
  categories: { call: () => ({ path: {} }), strangers: 200 },
  units: { call: () => ({ path: {} }), strangers: 200 },
  categoryUsage: { call: () => ({ path: {} }), strangers: 200 },
  createCategory: { call: () => ({ path: {}, body: aCategory }), strangers: 201 },
  updateCategory: {
    call: () => ({ path: { id: 8 }, body: { ...aCategory, name: 'その他', status: 0 } }),
    strangers: 200,
  },
  deleteCategory: { call: () => ({ path: { id: 999_999 } }), own: 404, strangers: 404 },
  categoryIcon: { call: () => ({ path: { sha256: '0'.repeat(64) } }), own: 404, strangers: 404 },
  unitUsage: { call: () => ({ path: {} }), strangers: 200 },
  createUnit: { call: () => ({ path: {}, body: { name: randomUUID() } }), strangers: 201 },
  updateUnit: { call: () => ({ path: { id: 1 }, body: { name: randomUUID() } }), strangers: 200 },
  deleteUnit: { call: () => ({ path: { id: 999_999 } }), own: 404, strangers: 404 },
  groups: { call: () => ({ path: {} }), strangers: 200 },
  createGroup: {
    call: ({ organization }) => ({
      path: {},
      body: { name: `グループ ${randomUUID()}`, description: '', organization_id: organization.id },
    }),
    strangers: 403,
  },
  updateGroup: {
    call: ({ groupId }) => ({ path: { id: groupId }, body: { name: `グループ ${randomUUID()}` } }),
  },
  auditEntries: { call: () => ({ path: {}, query: '?noun=device' }), strangers: 200 },
  commonAuditEntries: { call: () => ({ path: {} }), strangers: 200 },
  inspections: { call: () => ({ path: {} }), strangers: 200 },
  createInspection: {
    call: ({ organization }) => ({
      path: {},
      body: { name: `点検 ${randomUUID()}`, organization_id: organization.id },
    }),
    strangers: 403,
  },
  updateInspection: {
    call: ({ inspectionId }) => ({ path: { id: inspectionId }, body: { name: `点検 ${randomUUID()}` } }),
  },
  costBearers: { call: () => ({ path: {} }), strangers: 200 },
  createCostBearer: {
    call: ({ organization }) => ({
      path: {},
      body: { name: `負担先 ${randomUUID()}`, organization_id: organization.id },
    }),
    strangers: 403,
  },
  updateCostBearer: {
    call: ({ costBearerId }) => ({ path: { id: costBearerId }, body: { name: `負担先 ${randomUUID()}` } }),
  },
  deleteCostBearer: { call: ({ costBearerId }) => ({ path: { id: costBearerId } }) },
  closingCycles: { call: () => ({ path: {} }), strangers: 200 },
  closingCycle: { call: ({ cycleId }) => ({ path: { id: cycleId } }) },
  createClosingCycle: {
    call: ({ organization }) => ({
      path: {},
      body: { ...aCycle, name: `検針サイクル ${randomUUID()}`, organization_id: organization.id },
    }),
    strangers: 403,
  },
  updateClosingCycle: {
    call: ({ cycleId }) => ({
      path: { id: cycleId },
      body: { ...aCycle, name: `検針サイクル ${randomUUID()}` },
    }),
  },
  deleteClosingCycle: { call: ({ cycleId }) => ({ path: { id: cycleId } }) },
  closingBoard: { call: ({ cycleId }) => ({ path: { id: cycleId }, query: '?month=2020-01' }) },
  openMonths: { call: () => ({ path: {} }), strangers: 200 },
  closings: { call: ({ cycleId }) => ({ path: { id: cycleId } }) },
  closeMonth: {
    call: ({ cycleId, counterId }) => ({
      path: { id: cycleId },
      body: {
        month: '2020-01',
        version: 1,
        exceptions: [{ meter_id: counterId, reason: '設置前' }],
      },
    }),
  },
  exportFormats: { call: () => ({ path: {} }), strangers: 200 },
  createExportFormat: {
    call: ({ organization }) => ({
      path: {},
      body: { ...anExportFormat, name: `出力形式 ${randomUUID()}`, organization_id: organization.id },
    }),
    strangers: 403,
  },
  updateExportFormat: {
    call: ({ exportFormatId }) => ({
      path: { id: exportFormatId },
      body: { ...anExportFormat, name: `出力形式 ${randomUUID()}` },
    }),
  },
  deleteExportFormat: { call: ({ exportFormatId }) => ({ path: { id: exportFormatId } }) },
  imports: { call: () => ({ path: {} }), strangers: 200 },
  uploadImport: {
    call: () => ({
      path: {},
      query: '?noun=meters',
      headers: { 'content-type': 'application/octet-stream' },
      bytes: Buffer.from('管理番号,メーター名\r\nW-1,受水\r\n'),
    }),
    strangers: 201,
  },
  // Rows of others are not found, which its answer says of each.
  bulkMeters: {
    call: ({ meterId }) => ({
      path: {},
      body: { ids: [meterId], change: { start_value: 0, end_value: 1 } },
    }),
    strangers: 201,
  },
  bulkReadings: {
    call: ({ readingId }) => ({ path: {}, body: { ids: [readingId], change: { action: 'delete' } } }),
    strangers: 201,
  },
  bulkDevices: {
    call: ({ deviceId }) => ({ path: {}, body: { ids: [deviceId], change: { is_flash: true } } }),
    strangers: 201,
  },
  bulkUsers: {
    call: ({ user }) => ({ path: {}, body: { ids: [user.id], change: { is_alert_mail: true } } }),
    strangers: 201,
  },
  import: { call: ({ importId }) => ({ path: { id: importId } }) },
  planImport: {
    call: ({ importId }) => ({
      path: { id: importId },
      body: { sheet: null, header: [1], columns: ['code'], kept: [], repairs: {}, edits: [] },
    }),
  },
  importPreview: { call: ({ importId }) => ({ path: { id: importId } }) },
  importErrors: { call: ({ importId }) => ({ path: { id: importId } }) },
  applyImport: {
    call: ({ importId }) => ({ path: { id: importId }, body: { leaves_out_errors: true } }),
  },
  // It is not applied.
  undoImport: { call: ({ importId }) => ({ path: { id: importId } }), own: 409 },
  deleteImport: { call: ({ importId }) => ({ path: { id: importId } }) },
  rounds: { call: () => ({ path: {} }), strangers: 200 },
  pastRounds: {
    call: ({ inspectionId }) => ({ path: {}, query: `?inspection_id=${inspectionId}` }),
    strangers: 200,
  },
  pastRound: { call: ({ roundId }) => ({ path: { id: roundId } }) },
  updateRoute: {
    call: ({ inspectionId, organization }) => ({
      path: { id: inspectionId },
      body: {
        meter_ids: [],
        schedule: { every: 'week', weekday: 5, time: '17:00' },
        assignee_id: organization.general.id,
      },
    }),
  },
  roundAssignees: { call: () => ({ path: {} }), strangers: 200 },
  proposedRoute: { call: ({ inspectionId }) => ({ path: { id: inspectionId } }) },
  createSkip: {
    call: ({ meterId }) => {
      const now = new Date().toISOString()
      return {
        path: {},
        headers: { 'idempotency-key': randomUUID() },
        body: { meter_id: meterId, reason: 'other', note: '足場がない', skipped_at: now, sent_at: now },
      }
    },
    strangers: 400,
  },
  createTypedReading: {
    call: ({ meterId }) => {
      const now = new Date().toISOString()
      return {
        path: {},
        headers: { 'idempotency-key': randomUUID() },
        body: { meter_id: meterId, value: 0.5, measured_at: now, sent_at: now },
      }
    },
    strangers: 400,
  },
  withdrawSkip: { call: ({ skipKey }) => ({ path: { key: skipKey } }) },
  meters: { call: () => ({ path: {} }), strangers: 200 },
  meter: { call: ({ meterId }) => ({ path: { id: meterId } }) },
  createMeter: {
    call: ({ organization }) => ({
      path: {},
      body: {
        name: '新しいメーター',
        meter_unit_id: 1,
        meter_category_id: 1,
        organization_id: organization.id,
        status: 1,
      },
    }),
    strangers: 403,
  },
  updateMeter: { call: ({ meterId }) => ({ path: { id: meterId }, body: { name: '変更' } }) },
  rangeEffect: {
    call: ({ meterId }) => ({
      path: { id: meterId },
      query: '?emergency_start_value=0.4&emergency_end_value=1',
    }),
  },
  valuesAround: {
    call: ({ meterId }) => ({ path: { id: meterId }, query: '?at=2026-11-20%2009:00:00' }),
  },
  replacements: { call: ({ meterId }) => ({ path: { id: meterId } }) },
  createReplacement: {
    call: ({ meterId }) => {
      const now = new Date().toISOString()
      return {
        path: {},
        headers: { 'idempotency-key': randomUUID() },
        body: {
          meter_id: meterId,
          old_end_value: 120.5,
          new_start_value: 0,
          note: '検定満了',
          replaced_at: now,
          sent_at: now,
        },
      }
    },
    strangers: 400,
  },
  deleteReplacement: { call: ({ replacementId }) => ({ path: { id: replacementId } }) },
  meterTerms: { call: ({ meterId }) => ({ path: { id: meterId } }) },
  createMeterTerms: {
    call: ({ meterId }) => ({
      path: { id: meterId },
      body: { valid_from: '2026-11-01 00:00:00', multiplier: 40, digit_number: 5, decimal_point: 1 },
    }),
  },
  updateMeterTerms: {
    call: ({ meterId }) => ({
      path: { id: meterId, terms_id: 999_999_999 },
      body: { multiplier: 40, digit_number: 5, decimal_point: 1 },
    }),
    own: 404,
  },
  deleteMeterTerms: {
    call: ({ meterId }) => ({ path: { id: meterId, terms_id: 999_999_999 } }),
    own: 404,
  },
  meterEstimates: { call: ({ meterId }) => ({ path: { id: meterId } }) },
  meterEstimateProposals: {
    call: ({ meterId }) => ({
      path: { id: meterId },
      query: '?from=2026-10-01%2000:00:00&at=2026-11-01%2000:00:00',
    }),
  },
  createMeterEstimate: {
    call: ({ meterId }) => ({
      path: { id: meterId },
      body: { at: '2026-11-01 00:00:00', value: 518, basis: 'typed', reason: '不在のため' },
    }),
    // It does not count up.
    own: 400,
  },
  deleteMeterEstimate: {
    call: ({ meterId }) => ({ path: { id: meterId, estimate_id: 999_999_999 } }),
    own: 404,
  },
  allocations: {
    call: ({ meterId }) => ({ path: {}, query: `?month=2026-11&meter_ids=${meterId}` }),
    strangers: 200,
  },
  allocationRules: { call: ({ meterId }) => ({ path: { id: meterId } }) },
  setAllocationRule: {
    call: ({ meterId }) => ({
      path: { id: meterId, month: '2026-11' },
      body: { method: 'none', shares: [] },
    }),
  },
  deleteAllocationRule: {
    call: ({ meterId }) => ({ path: { id: meterId, month: '2026-10' } }),
    own: 404,
  },
  termsEffect: {
    call: ({ meterId }) => ({
      path: { id: meterId },
      query: '?valid_from=2026-11-01%2000:00:00&multiplier=40',
    }),
  },
  meterQr: { call: ({ meterId }) => ({ path: { id: meterId } }), strangers: 200 },
  readings: {
    call: ({ meterId }) => ({ path: {}, query: `?meter_ids=${meterId}&limit=10` }),
    strangers: 200,
  },
  reading: { call: ({ readingId }) => ({ path: { id: readingId } }) },
  sourceImage: { call: ({ readingId }) => ({ path: { id: readingId } }) },
  series: {
    call: ({ meterId }) => ({ path: {}, query: `?meter_ids=${meterId}` }),
    strangers: 200,
  },
  latestReadings: {
    call: ({ meterId }) => ({ path: {}, query: `?meter_ids=${meterId}` }),
    strangers: 200,
  },
  usages: {
    call: ({ meterId }) => ({
      path: {},
      query: `?meter_ids=${meterId}&period=month&from=2026-10-01&to=2026-11-30`,
    }),
    strangers: 200,
  },
  readingStatistics: {
    call: ({ meterId }) => ({
      path: {},
      query: `?meter_ids=${meterId}&period=day&from=2026-11-01&to=2026-11-30`,
    }),
    strangers: 200,
  },
  exportReadings: {
    call: ({ meterId }) => ({ path: {}, query: `?meter_ids=${meterId}` }),
    strangers: 200,
  },
  readingChanges: { call: ({ readingId }) => ({ path: { id: readingId } }) },
  readingNeighbours: { call: ({ readingId }) => ({ path: { id: readingId } }) },
  devices: { call: () => ({ path: {} }), strangers: 200 },
  updateDevice: { call: ({ deviceId }) => ({ path: { id: deviceId }, body: { name: '入口のカメラ' } }) },
  device: { call: ({ deviceId }) => ({ path: { id: deviceId } }) },
  createDevice: {
    call: ({ organization, routerId }) => ({
      path: {},
      body: {
        serial_number: randomUUID(),
        name: '新しいカメラ',
        type: 2,
        organization_id: organization.id,
        interval_crons: '0 15 * * *',
        parent_device_id: routerId,
      },
    }),
    strangers: 403,
  },
  deleteDevice: { call: ({ deviceId }) => ({ path: { id: deviceId }, body: { delete: true } }) },
  mapAreas: { call: () => ({ path: {} }), strangers: 200 },
  createMapArea: {
    call: ({ organization }) => ({
      path: {},
      body: { name: '第二工場', description: '', organization_id: organization.id },
    }),
    strangers: 403,
  },
  updateMapArea: { call: ({ mapAreaId }) => ({ path: { id: mapAreaId }, body: { name: '第三工場' } }) },
  deleteMapArea: { call: ({ mapAreaId }) => ({ path: { id: mapAreaId } }) },
  maps: { call: () => ({ path: {} }), strangers: 200 },
  map: { call: ({ mapId }) => ({ path: { id: mapId } }) },
  createMap: {
    call: ({ mapAreaId }) => ({
      path: {},
      body: { name: '2階', map_area_id: mapAreaId, image_base64: Buffer.from(photograph).toString('base64') },
    }),
    strangers: 400,
  },
  updateMap: { call: ({ mapId }) => ({ path: { id: mapId }, body: { name: '3階' } }) },
  deleteMap: { call: ({ mapId }) => ({ path: { id: mapId } }) },
  mapPins: { call: () => ({ path: {} }), strangers: 200 },
  mapPin: { call: ({ mapPinId }) => ({ path: { id: mapPinId } }) },
  createMapPin: {
    call: ({ mapId }) => ({
      path: {},
      body: { name: '入口', map_id: mapId, xratio: 0.25, yratio: 0.75, type: 1 },
    }),
    strangers: 400,
  },
  updateMapPin: { call: ({ mapPinId }) => ({ path: { id: mapPinId }, body: { xratio: 0.1 } }) },
  deleteMapPin: { call: ({ mapPinId }) => ({ path: { id: mapPinId } }) },
  deviceQr: { call: ({ deviceId }) => ({ path: { id: deviceId } }) },
  downloadChildDevice: {
    call: ({ deviceId }) => ({ path: {}, body: { device_id: deviceId } }),
    strangers: 404,
  },
  downloadParentDevice: {
    call: ({ routerId }) => ({ path: {}, body: { device_id: routerId } }),
    strangers: 404,
  },
  deviceConnection: { call: ({ deviceId }) => ({ path: { id: deviceId } }) },
  deviceCredentials: { call: ({ deviceId }) => ({ path: { id: deviceId } }) },
  renewDeviceKey: { call: ({ deviceId }) => ({ path: { id: deviceId }, body: {} }) },
  withdrawDeviceKey: { call: ({ deviceId }) => ({ path: { id: deviceId } }) },
  assignDeviceNumber: {
    call: ({ deviceId }) => ({ path: { id: deviceId }, body: { name: 'main', meter_id: null } }),
  },
  setAccessHash: { call: ({ deviceId }) => ({ path: { id: deviceId }, body: { access_hash: null } }) },
  deviceErrors: {
    call: ({ organization }) => ({ path: {}, query: `?organization_id=${organization.id}` }),
    strangers: 403,
  },
  errorsOfDevice: { call: ({ deviceId }) => ({ path: { id: deviceId } }) },
  deviceHistory: { call: ({ deviceId }) => ({ path: { id: deviceId }, query: '?created_span=2026-11-01>' }) },
  devicePictures: { call: ({ deviceId }) => ({ path: { id: deviceId } }) },
  registerDevice: {
    call: () => ({ path: {}, body: { serial_number: 'KS240001', access_hash: 'hash' } }),
    strangers: 403,
  },
  deviceConfig: { call: () => ({ path: {}, headers: ofDevice }), strangers: 403 },
  reportPicture: {
    call: () => ({
      path: {},
      headers: { ...ofDevice, ...pictureHeaders(photograph, new Date()) },
      bytes: photograph,
    }),
    strangers: 403,
  },
  reportAnalog: {
    call: () => ({
      path: {},
      headers: { ...ofDevice, 'idempotency-key': randomUUID() },
      body: { channel: 1, measurements: [{ value: 5, measured_at: new Date().toISOString() }] },
    }),
    strangers: 403,
  },
  reportHeartbeat: {
    call: () => ({ path: {}, headers: ofDevice, body: { battery_per: 80 } }),
    strangers: 403,
  },
  webhookValues: {
    call: () => ({
      path: {},
      body: [
        { name: 'main', timestampLong: '1', rawValue: '1', value: '1', preValue: '1', error: 'no error' },
      ],
    }),
    strangers: 403,
  },
  webhookPicture: {
    call: () => ({
      path: {},
      query: '?timestamp=1800000000',
      headers: { 'content-type': 'image/jpeg' },
      bytes: photograph,
    }),
    strangers: 403,
  },
  deviceArrivals: {
    call: ({ deviceId }) => ({ path: { id: deviceId }, query: '?created_span=2026-11-01>' }),
  },
  arrivalsToday: { call: () => ({ path: {} }), strangers: 200 },
  keys: { call: () => ({ path: {} }), strangers: 200 },
  createKey: {
    call: ({ organization }) => ({ path: {}, body: { ...aKey, user_id: organization.general.id } }),
    strangers: 400,
  },
  updateKey: { call: ({ keyId }) => ({ path: { id: keyId }, body: { name: '変更したキー' } }) },
  deleteKey: { call: ({ keyId }) => ({ path: { id: keyId } }) },
  keyCreations: { call: ({ keyId }) => ({ path: { id: keyId } }) },
  accessLogs: { call: () => ({ path: {} }), strangers: 200 },
  accessLogCount: { call: () => ({ path: {} }), strangers: 200 },
  createReading: {
    call: ({ meterId }) => ({
      path: {},
      headers: { 'idempotency-key': randomUUID() },
      body: { meter_id: meterId, value: 0.25, created_at: '2026-11-20 09:00:00', image_base64: null },
    }),
    strangers: 400,
  },
  updateReading: { call: ({ readingId }) => ({ path: { id: readingId }, body: { value: 0.75 } }) },
  updateReadingTime: {
    call: ({ deviceReadingId }) => ({ path: { id: deviceReadingId }, body: { created_at: null } }),
  },
  restoreReading: { call: ({ deletedReadingId }) => ({ path: { id: deletedReadingId } }) },
  meterReadingChanges: { call: ({ meterId }) => ({ path: { id: meterId } }) },
  deleteReading: { call: ({ readingId }) => ({ path: { id: readingId } }) },
  createCapture: {
    call: ({ meterId }) => {
      const now = encodeURIComponent(new Date().toISOString())
      return {
        path: {},
        query: `?meter_id=${meterId}&captured_at=${now}&sent_at=${now}`,
        headers: {
          'content-type': 'image/jpeg',
          'idempotency-key': randomUUID(),
          'picture-sha256': photographSha256,
          'picture-length': String(photograph.length),
        },
        bytes: photograph,
      }
    },
    strangers: 400,
  },
  alerts: { call: () => ({ path: {}, query: '?is_alert=1' }), strangers: 200 },
  alert: { call: ({ alertId }) => ({ path: { id: alertId } }) },
  updateAlert: {
    call: ({ alertId }) => ({
      path: { id: alertId },
      body: { is_alert: false, is_alerted: false, confirm_at: '2026-11-20 09:00:00' },
    }),
  },
  // It is not confirmed.
  updateAlertComment: {
    call: ({ alertId }) => ({ path: { id: alertId }, body: { comment: '弁を閉めた' } }),
    own: 409,
  },
  updateAssignee: {
    call: ({ alertId, organization }) => ({
      path: { id: alertId },
      body: { user_id: organization.general.id, previous_user_id: null },
    }),
  },
  review: { call: ({ readingId }) => ({ path: {}, query: `?reading_id=${readingId}` }), strangers: 200 },
  reviewCount: { call: () => ({ path: {} }), strangers: 200 },
  updateLoans: {
    call: ({ readingId }) => ({ path: {}, body: { reading_ids: [readingId] } }),
    strangers: 200,
  },
  alertRules: { call: () => ({ path: {} }), strangers: 200 },
  noise: { call: () => ({ path: {} }), strangers: 200 },
  quieterRule: {
    call: ({ alertRuleId }) => ({ path: {}, query: `?rule_id=${alertRuleId}` }),
    strangers: 404,
  },
  createAlertRule: {
    call: ({ groupId }) => ({
      path: {},
      body: { name: `ルール ${randomUUID()}`, ...aTarget, meter_group_id: groupId, ...aRule },
    }),
    strangers: 400,
  },
  updateAlertRule: {
    call: ({ alertRuleId }) => ({
      path: { id: alertRuleId },
      body: { name: `ルール ${randomUUID()}`, ...aTarget, meter_category_id: 1, ...aRule },
    }),
  },
  deleteAlertRule: { call: ({ alertRuleId }) => ({ path: { id: alertRuleId } }) },
  alertRuleCases: { call: ({ alertRuleId }) => ({ path: { id: alertRuleId } }) },
  replayAlertRule: {
    call: ({ meterId }) => ({ path: {}, body: { meter_id: meterId, rule: aRule } }),
    strangers: 400,
  },
  maintenances: { call: () => ({ path: {} }), strangers: 200 },
  updateMaintenance: {
    call: ({ groupId }) => ({
      path: { id: groupId },
      body: { minutes: 120, reason: `配管の交換 ${randomUUID()}` },
    }),
  },
  endMaintenance: { call: ({ groupId }) => ({ path: { id: groupId } }) },
  recipientGroups: { call: () => ({ path: {} }), strangers: 200 },
  createRecipientGroup: {
    call: ({ organization }) => ({
      path: {},
      body: { name: `班 ${randomUUID()}`, member_ids: [organization.general.id] },
    }),
    strangers: 400,
  },
  updateRecipientGroup: {
    call: ({ recipientGroupId, organization }) => ({
      path: { id: recipientGroupId },
      body: { name: `班 ${randomUUID()}`, member_ids: [organization.general.id] },
    }),
  },
  deleteRecipientGroup: { call: ({ recipientGroupId }) => ({ path: { id: recipientGroupId } }) },
  alertReminders: { call: () => ({ path: {} }), strangers: 200 },
  updateAlertReminders: {
    call: () => {
      // Each call changes something, so that each is recorded.
      repeatHours = (repeatHours % 72) + 1
      return { path: {}, body: { escalation: null, repeat_hours: repeatHours } }
    },
    strangers: 200,
  },
  testRecipientGroup: { call: ({ recipientGroupId }) => ({ path: { id: recipientGroupId } }) },
  reviewStatistics: { call: () => ({ path: {} }), strangers: 200 },
  blindSample: { call: () => ({ path: {} }), strangers: 200 },
  updateBlindSample: {
    call: () => {
      blindPercent = blindPercent === 2 ? 0.5 : 2
      return { path: {}, body: { percent: blindPercent } }
    },
    strangers: 200,
  },
  // It is not drawn.
  checkBlind: {
    call: ({ readingId }) => ({ path: { id: readingId }, body: { value: 0.5 } }),
    own: 404,
  },
  // The meter is not on a round.
  requestRetake: { call: ({ readingId }) => ({ path: { id: readingId } }), own: 409 },
  withdrawRetake: { call: ({ readingId }) => ({ path: { id: readingId } }), own: 409 },
  // The reading is not lent to the caller, and nobody has decided about it.
  confirmTogether: {
    call: ({ readingId }) => ({ path: {}, body: { readings: [{ reading_id: readingId, value: 0.5 }] } }),
    strangers: 200,
  },
  undoTogether: {
    call: ({ readingId }) => ({ path: {}, body: { reading_ids: [readingId] } }),
    own: 409,
    strangers: 404,
  },
  undoDecision: { call: ({ readingId }) => ({ path: { id: readingId } }), own: 409 },
  undoConfirmation: { call: ({ alertId }) => ({ path: { id: alertId } }), own: 409 },
  quietHours: { call: () => ({ path: {} }), strangers: 200 },
  updateQuietHours: {
    call: () => {
      // Each call changes something, so that each is recorded.
      minute = (minute + 1) % 60
      const to = `07:${String(minute).padStart(2, '0')}`
      return { path: {}, body: { quiet_hours: { from: '22:00', to, weekdays: [1, 5] } } }
    },
    strangers: 200,
  },
  pushKey: { call: () => ({ path: {} }), strangers: 200 },
  createPushSubscription: {
    call: () => ({
      path: {},
      body: {
        endpoint: `https://push.example.com/${randomUUID()}`,
        keys: { p256dh: browserKey, auth: 'A'.repeat(22) },
      },
    }),
    strangers: 201,
  },
  deletePushSubscription: {
    call: ({ subscriptionId }) => ({ path: { id: subscriptionId } }),
    strangers: 404,
  },
  testPush: { call: () => ({ path: {} }), strangers: 200 },
  testMail: { call: () => ({ path: {} }), strangers: 200 },
  events: { call: () => ({ path: {} }), strangers: 200 },
  correctSentReading: {
    call: ({ captureKey, meterId }) => ({
      path: {},
      headers: { 'idempotency-key': randomUUID() },
      body: { reading_key: captureKey, meter_id: meterId, value: 0.5 },
    }),
    strangers: 400,
  },
  withdrawSentReading: {
    call: ({ captureKey, meterId }) => ({
      path: {},
      headers: { 'idempotency-key': randomUUID() },
      body: { reading_key: captureKey, meter_id: meterId },
    }),
    strangers: 400,
  },
  capture: { call: ({ captureKey }) => ({ path: { key: captureKey } }) },
  picture: {
    // Signed for the caller's organization, requested in the other's.
    call: ({ organization, sha256 }, caller) => ({
      path: { organization_id: organization.id, sha256, variant: 'original' },
      query: `?${caller.signature}`,
    }),
    strangers: 403,
  },
  search: { call: () => ({ path: {}, query: '?text=%E3%83%9D%E3%83%B3%E3%83%97' }), strangers: 200 },
  analyzeV1: { call: () => ({ path: {}, body: { image_base64: photographBase64 } }), strangers: 200 },
  analyzeV2: { call: () => ({ path: {}, body: { image_base64: photographBase64 } }), strangers: 200 },
} satisfies Record<EndpointName, Example>
