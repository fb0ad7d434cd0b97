import { type ListedOrganization, organizationStatus } from '../../../contract/organizations.ts'
import type { Plan } from '../../../contract/plans.ts'
import {
  allowedText,
  boostText,
  demoText,
  isExpired,
  keepText,
  organizationLabels as labels,
  limitText,
  organizationStateText,
  organizationStatusNames,
  planFlagLabels,
  planLimitLabels,
  planTypeNames,
  protectedText,
} from '../../shared/organizations/organizationNames.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import type { Column } from '../../ui/table/column.ts'
import { editColumn, nameColumn } from '../../ui/table/columns.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { optionsOf } from './organizationTexts.ts'

const { active } = organizationStatus

export const organizationColumns = (
  plans: readonly Plan[],
  onEdit: (row: ListedOrganization) => void,
  now: number,
): Column<ListedOrganization>[] => [
  {
    key: 'name',
    title: labels.name,
    heading: true,
    fixed: true,
    sort: 'text',
    filter: 'text',
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <ScreenLink route="/organizations/$id" params={{ id: String(id) }}>
        {name}
      </ScreenLink>
    ),
  },
  { key: 'code', title: labels.code, sort: 'text', filter: 'text', text: ({ code }) => code },
  { key: 'boost', title: labels.use_ai_boost, noWrap: true, text: (row) => boostText(row.use_ai_boost) },
  {
    key: 'keep',
    title: labels.image_keep_duration,
    noWrap: true,
    text: (row) => keepText(row.image_keep_duration),
  },
  {
    key: 'plan',
    title: labels.plan,
    text: (row) => row.plan_name,
    filter: { key: 'plans', options: plans, idOf: (row) => row.plan_id },
  },
  {
    key: 'status',
    title: labels.status,
    noWrap: true,
    text: (row) => organizationStateText(row, now),
    cell: (row) => (
      <StatusPill tone={row.status !== active ? 'neutral' : isExpired(row, now) ? 'pressing' : 'normal'}>
        {organizationStateText(row, now)}
      </StatusPill>
    ),
    filter: {
      key: 'statuses',
      options: optionsOf(organizationStatusNames),
      idOf: ({ status }) => status + 1,
    },
  },
  { key: 'demo', title: labels.demo_enabled, noWrap: true, text: (row) => demoText(row.demo_enabled) },
  { key: 'protected', title: labels.protected, noWrap: true, text: (row) => protectedText(row.protected) },
  editColumn(onEdit),
]

const limitColumn = (key: string, title: string, limitOf: (plan: Plan) => number | null): Column<Plan> => ({
  key,
  title,
  align: 'right',
  noWrap: true,
  text: (plan) => limitText(limitOf(plan)),
})
const allowColumn = (key: string, title: string, isAllowed: (plan: Plan) => boolean): Column<Plan> => ({
  key,
  title,
  noWrap: true,
  text: (plan) => allowedText(isAllowed(plan)),
})

export const planColumns = (onEdit: (row: Plan) => void): Column<Plan>[] => [
  { ...nameColumn('プラン名'), filter: 'text' },
  {
    key: 'type',
    title: '種類',
    text: ({ type }) => planTypeNames[type],
    filter: { key: 'types', options: optionsOf(planTypeNames), idOf: ({ type }) => type + 1 },
  },
  limitColumn('max', planLimitLabels.ai_api_max_count, (plan) => plan.ai_api_max_count),
  limitColumn('free', planLimitLabels.ai_api_free_count, (plan) => plan.ai_api_free_count),
  limitColumn('mobile', planLimitLabels.limit_mobile_count, (plan) => plan.limit_mobile_count),
  allowColumn('devices', planFlagLabels.allow_devices, (plan) => plan.allow_devices),
  allowColumn('apps', planFlagLabels.allow_apps, (plan) => plan.allow_apps),
  allowColumn('apis', planFlagLabels.allow_apis, (plan) => plan.allow_apis),
  allowColumn('mobiles', planFlagLabels.allow_mobiles, (plan) => plan.allow_mobiles),
  editColumn(onEdit),
]
