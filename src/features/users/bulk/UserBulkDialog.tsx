import { NativeSelect, Select, Switch } from '@mantine/core'
import { useState } from 'react'
import { role, roleLabel, roles } from '../../../../contract/access.ts'
import { bulkEndpoints, type UserBulkChange } from '../../../../contract/import/bulk.ts'
import { call } from '../../../lib/session/api.ts'
import { BulkDialog } from '../../../shared/bulk/BulkDialog.tsx'
import { accessIpsOf, accessIpsSchema, whiteIpsOf } from '../../../shared/keys/accessIps.ts'
import { IpAddressesField } from '../../../shared/keys/IpAddressesField.tsx'
import { ipsText } from '../../../shared/keys/keyNames.ts'
import { alertMailText } from '../../../shared/users/alertMailText.ts'
import { roleChoices } from '../userForm.ts'

const labels = {
  role: '権限',
  is_alert_mail: 'アラートメール',
  is_closing_notice: '締めのお知らせ',
  white_ips: 'アクセスIP',
} as const
type Field = keyof typeof labels

const fields = Object.entries(labels).map(([value, label]) => ({ value, label }))

interface Props {
  ids: readonly number[]
  /** `isDone`: it was applied. */
  onClose: (isDone: boolean) => void
}

/** まとめて変更 of one field of many members. */
export default function UserBulkDialog({ ids, onClose }: Props) {
  const [field, setField] = useState<Field | null>(null)
  const [entered, setEntered] = useState(nothing)
  return (
    <BulkDialog<UserBulkChange>
      title={`${ids.length.toLocaleString('ja-JP')}人のユーザーをまとめて変更`}
      action="change"
      change={changeOf(field, entered)}
      preview={async (change) =>
        (await call(bulkEndpoints.bulkUsers, { body: { ids: [...ids], change } })).data
      }
      names={{ nameOf: (name) => labels[name as Field] ?? name, textOf }}
      onClose={onClose}
      fields={
        <>
          <Select
            label="変更する項目"
            placeholder="選択してください"
            data={fields}
            value={field}
            allowDeselect={false}
            onChange={(next) => {
              setField(next as Field)
              setEntered(nothing)
            }}
          />
          {field === 'role' && (
            <NativeSelect
              label="新しい権限"
              size="md"
              data={roleChoices()}
              value={String(entered.role)}
              onChange={({ currentTarget: { value } }) => {
                const chosen = roles.find((each) => String(each) === value)
                if (chosen !== undefined) setEntered({ ...entered, role: chosen })
              }}
            />
          )}
          {(field === 'is_alert_mail' || field === 'is_closing_notice') && (
            <Switch
              size="md"
              label={`${labels[field]}を受け取る`}
              checked={entered.isOn}
              onChange={({ currentTarget }) => setEntered({ ...entered, isOn: currentTarget.checked })}
            />
          )}
          {field === 'white_ips' && (
            <IpAddressesField
              path="access"
              value={entered.access}
              errors={{}}
              onChange={(access) => setEntered({ ...entered, access })}
            />
          )}
        </>
      }
    />
  )
}

const nothing = { role: role.general as (typeof roles)[number], isOn: false, access: accessIpsOf(null) }

/** What is sent; null: not everything is entered. */
function changeOf(field: Field | null, { role: of, isOn, access }: typeof nothing): UserBulkChange | null {
  if (field === null) return null
  if (field === 'role') return { role: of }
  if (field === 'white_ips')
    return accessIpsSchema.safeParse(access).success ? { white_ips: whiteIpsOf(access) } : null
  return { [field]: isOn }
}

/** A field as the list of users shows it. */
function textOf(field: string, value: string | null): string {
  if (field === 'white_ips') return ipsText(value)
  if (field === 'role') return roleLabel[roles.find((each) => String(each) === value) ?? role.general]
  return alertMailText(value === 'true')
}
