import { ActionIcon, Flex, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { type KeyType, keyType } from '../../../contract/access.ts'
import type { Key } from '../../../contract/keys.ts'
import { isKeyExpired, keyExpiryWarning } from '../../shared/keys/keyExpiry.ts'
import { ipsText, keyTypeNames } from '../../shared/keys/keyNames.ts'
import { AccessKey, SecretKey } from '../../shared/keys/Secret.tsx'
import type { Column } from '../../ui/table/column.ts'
import { timeColumn } from '../../ui/table/columns.tsx'
import { formatFullTime } from '../../ui/text/formatTime.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { countText, limitState } from './keyTexts.ts'

interface Options {
  zone: string
  now: number
  onEdit: (key: Key) => void
  onRemove: (key: Key) => void
}

const states = [
  { id: 1, name: '有効' },
  { id: 2, name: '期限切れ' },
  { id: 3, name: '期限間近' },
]
const stateTones = { 1: 'normal', 2: 'neutral', 3: 'waiting' } as const
const types = Object.values(keyType).map((type: KeyType) => ({ id: type + 1, name: keyTypeNames[type] }))

const Use = ({ row }: { row: Key }) => {
  const state = limitState(row)
  return (
    <Flex
      component="span"
      display="inline-flex"
      wrap="wrap"
      gap="4px 8px"
      align="center"
      className="tabular-nums"
    >
      {countText(row)}
      {state === 'near' && <StatusPill tone="waiting">上限間近</StatusPill>}
      {state === 'reached' && <StatusPill tone="pressing">上限到達</StatusPill>}
    </Flex>
  )
}

/** The secret has a cell and no text: neither a search nor a CSV has it. */
export function keyColumns({ zone, now, onEdit, onRemove }: Options): Column<Key>[] {
  const stateOf = ({ expire_at: expireAt }: Key) =>
    isKeyExpired(expireAt, now) ? 2 : keyExpiryWarning(expireAt, now) === null ? 1 : 3
  const expiry = timeColumn<Key>({ key: 'expiry', title: '有効期限', time: (key) => key.expire_at, zone })
  return [
    {
      key: 'name',
      title: 'キー名',
      heading: true,
      fixed: true,
      width: '13rem',
      sort: 'text',
      filter: 'text',
      text: ({ name }) => name,
    },
    {
      key: 'state',
      title: '状態',
      noWrap: true,
      filter: { key: 'states', options: states, idOf: stateOf },
      text: (key) => states[stateOf(key) - 1]?.name,
      cell: (key) => {
        const state = stateOf(key)
        return <StatusPill tone={stateTones[state]}>{states[state - 1]?.name}</StatusPill>
      },
    },
    // A whole day, written out: 今日 23:59 would say less.
    { ...expiry, cell: (key) => formatFullTime(Date.parse(key.expire_at), zone) },
    {
      key: 'access',
      title: 'アクセスキー',
      noWrap: true,
      text: (key) => key.access_key,
      cell: (key) => <AccessKey name={key.name} text={key.access_key} />,
    },
    {
      key: 'secret',
      title: 'シークレットキー',
      noWrap: true,
      cell: (key) => <SecretKey name={key.name} text={key.secret_key} />,
    },
    { key: 'user', title: 'ユーザー', sort: 'text', filter: 'text', text: ({ user }) => user },
    {
      key: 'type',
      title: '種類',
      noWrap: true,
      filter: { key: 'types', options: types, idOf: ({ type }) => type + 1 },
      text: ({ type }) => keyTypeNames[type],
    },
    {
      key: 'count',
      title: '本日の利用回数',
      noWrap: true,
      sort: 'text',
      sortBy: ({ daily_count: used }) => used,
      text: countText,
      cell: (row) => <Use row={row} />,
    },
    { key: 'ips', title: 'アクセスIP', broad: true, text: (key) => ipsText(key.white_ips) },
    {
      ...timeColumn<Key>({ key: 'created', title: '作成日時', time: (key) => key.created_at, zone }),
      broad: true,
    },
    {
      key: 'actions',
      title: '操作',
      fixed: true,
      pinned: true,
      width: '6.5rem',
      cell: (row) => (
        <Flex component="span" display="inline-flex" gap="xs">
          <Tooltip label="編集">
            <ActionIcon variant="default" aria-label={`${row.name}を編集`} onClick={() => onEdit(row)}>
              <IconPencil size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <Tooltip label="削除">
            <ActionIcon
              variant="default"
              c="var(--mantine-color-error)"
              aria-label={`${row.name}を削除`}
              onClick={() => onRemove(row)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Flex>
      ),
    },
  ]
}
