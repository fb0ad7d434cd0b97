import { type ListedOrganization, organizationStatus } from '../../../contract/organizations.ts'
import type { Plan } from '../../../contract/plans.ts'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import type { Column } from '../../ui/table/column.ts'
import { editColumn } from '../../ui/table/columns.tsx'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { optionsOf, planTypeNames, statusNames } from './organizationTexts.ts'

const { active } = organizationStatus

export const organizationColumns = (
  plans: readonly Plan[],
  onEdit: (row: ListedOrganization) => void,
): Column<ListedOrganization>[] => [
  {
    key: 'name',
    title: '組織名',
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
  { key: 'code', title: '組織コード', sort: 'text', filter: 'text', text: ({ code }) => code },
  { key: 'boost', title: 'AIブースト', noWrap: true, text: (row) => (row.use_ai_boost ? '利用中' : 'オフ') },
  {
    key: 'keep',
    title: '画像保存期間',
    noWrap: true,
    text: ({ image_keep_duration: days }) => (days === null ? '無制限' : `${days}日`),
  },
  {
    key: 'plan',
    title: 'プラン',
    text: (row) => row.plan_name,
    filter: { key: 'plans', options: plans, idOf: (row) => row.plan_id },
  },
  {
    key: 'status',
    title: '状態',
    noWrap: true,
    text: ({ status }) => statusNames[status],
    cell: ({ status }) => (
      <StatusPill tone={status === active ? 'normal' : 'neutral'}>{statusNames[status]}</StatusPill>
    ),
    filter: { key: 'statuses', options: optionsOf(statusNames), idOf: ({ status }) => status + 1 },
  },
  { key: 'demo', title: 'デモ', noWrap: true, text: (row) => (row.demo_enabled ? 'デモ利用中' : '通常') },
  { key: 'protected', title: '保護', noWrap: true, text: (row) => (row.protected ? '保護中' : 'オフ') },
  editColumn(onEdit),
]

const limitText = (limit: number | null) => (limit === null ? '未設定' : limit.toLocaleString('ja-JP'))
const allowedText = (allowed: boolean) => (allowed ? '許可' : '不可')

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
  {
    key: 'name',
    title: 'プラン名',
    heading: true,
    fixed: true,
    sort: 'text',
    filter: 'text',
    text: ({ name }) => name,
  },
  {
    key: 'type',
    title: '種類',
    text: ({ type }) => planTypeNames[type],
    filter: { key: 'types', options: optionsOf(planTypeNames), idOf: ({ type }) => type + 1 },
  },
  limitColumn('max', 'AI上限', (plan) => plan.ai_api_max_count),
  limitColumn('free', 'AI-FREE上限', (plan) => plan.ai_api_free_count),
  limitColumn('mobile', 'MOBILE上限', (plan) => plan.limit_mobile_count),
  allowColumn('devices', '端末', (plan) => plan.allow_devices),
  allowColumn('apps', 'アプリ', (plan) => plan.allow_apps),
  allowColumn('apis', 'AI', (plan) => plan.allow_apis),
  allowColumn('mobiles', 'モバイル', (plan) => plan.allow_mobiles),
  editColumn(onEdit),
]
