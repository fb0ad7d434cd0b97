import { IconBellRinging, IconListDetails, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, use, useRef, useState } from 'react'
import { role } from '../../../contract/access.ts'
import type { AlertRule } from '../../../contract/alert-rules/alertRules.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { alertRulesQuery } from '../../lib/queries/alert-rules/alertRules.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { ListCsv } from '../../shared/lists/ListCsv.tsx'
import { useIsBroad, useIsPhone } from '../../ui/layout/breakpoints.ts'
import { Page } from '../../ui/layout/Page.tsx'
import { PageAction } from '../../ui/layout/PageAction.tsx'
import { Tabbed } from '../../ui/layout/Tabbed.tsx'
import { DataList } from '../../ui/table/DataList.tsx'
import { localList } from '../../ui/table/localList.ts'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import type { ReadingDialogOf } from './readingDialog.ts'
import { ruleColumns } from './ruleColumns.tsx'
import type { AlertRuleSearch } from './search.ts'
import { useRuleActions } from './useRuleActions.ts'

const NoisyRules = lazy(async () => ({ default: (await import('./NoisyRules.tsx')).NoisyRules }))
const RuleDialog = lazy(async () => ({ default: (await import('./RuleDialog.tsx')).RuleDialog }))

const tabs = [
  { name: 'rules', label: 'ルール一覧', icon: IconListDetails },
  { name: 'noise', label: '通知の多いルール', icon: IconBellRinging },
] as const

interface Props {
  search: AlertRuleSearch
  onSearch: (search: AlertRuleSearch, replace?: boolean) => void
  readingDialog: ReadingDialogOf
}

/** アラートルール, which administrators change. */
export function AlertRulesScreen({ search, onSearch, readingDialog }: Props) {
  const { tab = 'rules' } = search
  const zone = use(TimeZone)
  const phone = useIsPhone()
  const asCards = !useIsBroad()
  const isAdmin = useAccount().role >= role.admin
  const query = useQuery(alertRulesQuery)
  const { units } = useMasters('units')
  const [edited, setEdited] = useState<{ rule: AlertRule | null; source: AlertRule | null } | null>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const actions = useRuleActions(addButton)
  const options = {
    zone,
    typed: search.text,
    asCards,
    unitOf: ({ meter_unit_id: id }: AlertRule) => nameIn(units, id),
  }
  const columns = ruleColumns({
    ...options,
    actions: isAdmin
      ? {
          ...actions,
          onEdit: (rule) => setEdited({ rule, source: null }),
          onCopy: (source) => setEdited({ rule: null, source }),
        }
      : null,
  })
  return (
    <Page
      title="アラートルール"
      tabbed
      action={
        isAdmin &&
        tab === 'rules' && (
          <PageAction
            ref={addButton}
            icon={IconPlus}
            label="アラートルールを追加"
            onClick={() => setEdited({ rule: null, source: null })}
          />
        )
      }
    >
      <Tabbed
        tabs={tabs}
        shown={tab}
        onChoose={(name) => onSearch(name === 'rules' ? {} : { tab: name }, true)}
      >
        {tab === 'noise' ? (
          <Suspense fallback={<RowSkeletons count={3} height={160} />}>
            <NoisyRules readingDialog={readingDialog} />
          </Suspense>
        ) : (
          <DataList
            label="アラートルール"
            storeKey="alertRules"
            columns={columns}
            // Tablets have no room for a sentence and the other columns.
            cardsBelow="desktop"
            listed={localList(query.data, query, columns, search)}
            search={search}
            onSearch={onSearch}
            searchBox={{ key: 'text', label: 'アラートルールを検索' }}
            tools={
              !phone && (
                <ListCsv
                  rows={query.data}
                  columns={ruleColumns({ ...options, actions: null })}
                  search={search}
                  fileName="alert-rule-list.csv"
                />
              )
            }
            empty={{
              nothing: isAdmin
                ? 'アラートルールはまだありません。「アラートルールを追加」から登録してください。メーターの異常範囲は、ルールがなくても働きます。'
                : 'アラートルールはまだありません。管理者が登録します。メーターの異常範囲は、ルールがなくても働きます。',
              narrowed: '条件に合うアラートルールがありません。検索や絞り込みを変えてください。',
            }}
          />
        )}
      </Tabbed>
      {edited && (
        <Suspense>
          <RuleDialog {...edited} readingDialog={readingDialog} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </Page>
  )
}
