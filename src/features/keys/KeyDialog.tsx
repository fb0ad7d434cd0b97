import { NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { DatePickerInput } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { keyType, role } from '../../../contract/access.ts'
import type { Key } from '../../../contract/keys.ts'
import { useSaveKey } from '../../lib/mutations/keyMutations.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { keyUsersQuery } from '../../lib/queries/keys.ts'
import { IpAddressesField } from '../../shared/keys/IpAddressesField.tsx'
import { keyTypeNames } from '../../shared/keys/keyNames.ts'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { JapaneseDatesProvider } from '../../ui/form/JapaneseDatesProvider.tsx'
import { RowSelect } from '../../ui/form/RowSelect.tsx'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { type KeyValues, keyFieldOfIssue, keyFormSchema, keyInputOf, keyValuesOf } from './keyForm.ts'

interface Props {
  /** Null: a new one. */
  apiKey: Key | null
  onClose: () => void
}

const typeChoices = Object.values(keyType).map((type) => ({ value: String(type), label: keyTypeNames[type] }))

/** APIキーの追加, APIキーの編集 */
export function KeyDialog({ apiKey, onClose }: Props) {
  const { role: own } = useAccount()
  const users = useQuery(keyUsersQuery)
  const save = useSaveKey()
  const verb = apiKey === null ? '登録' : '更新'
  const submitForm = useSubmitForm<KeyValues>({
    initialValues: keyValuesOf(apiKey),
    schema: keyFormSchema,
    failed: `APIキーを${verb}できませんでした`,
    fields: keyFieldOfIssue,
    send: async (values) => {
      const { name } = await save.mutateAsync({ id: apiKey?.id ?? null, ...keyInputOf(values) })
      notify.success(`APIキー「${name}」を${verb}しました`)
      onClose()
    },
  })
  const { form } = submitForm
  const choices = (users.data ?? [])
    .filter((user) => user.role !== role.system)
    .map(({ id, username }) => ({ id, name: username }))
  return (
    <FormDialog
      title={apiKey === null ? 'APIキーの追加' : 'APIキーの編集'}
      width={560}
      verb={verb}
      form={submitForm}
      onClose={onClose}
    >
      <Stack>
        <TextInput label="キー名" withAsterisk {...form.getInputProps('name')} />
        <RowSelect
          label="ユーザー"
          description="このユーザーとして呼び出します。"
          withAsterisk
          placeholder="選択してください"
          rows={choices}
          nothingFoundMessage={users.error ? 'ユーザーを読み込めませんでした' : '該当なし'}
          {...form.getInputProps('userId')}
        />
        <JapaneseDatesProvider>
          <DatePickerInput
            label="有効期限"
            description="この日の23:59:59まで使えます。"
            withAsterisk
            size="md"
            placeholder="日付を選択"
            valueFormat="YYYY/MM/DD"
            leftSection={<IconCalendar size={18} aria-hidden />}
            {...form.getInputProps('expiry')}
          />
        </JapaneseDatesProvider>
        <TextInput
          label="1日の最大利用回数（任意）"
          description="空欄は無制限です。"
          inputMode="numeric"
          {...form.getInputProps('maxCount')}
        />
        {own === role.system && (
          <NativeSelect
            label="種類"
            size="md"
            data={typeChoices}
            {...form.getInputProps('type')}
            value={String(form.values.type)}
            onChange={({ currentTarget: { value } }) =>
              form.setFieldValue('type', value === String(keyType.device) ? keyType.device : keyType.common)
            }
          />
        )}
        {own !== role.system && (
          <Text size="sm">
            種類は Common（共通）です。端末用（Device）のキーはシステム管理者が作成します。
          </Text>
        )}
        <IpAddressesField
          path="access"
          value={form.values.access}
          errors={form.errors}
          onChange={(access) => {
            form.setFieldValue('access', access)
            for (const path of Object.keys(form.errors))
              if (path.startsWith('access')) form.clearFieldError(path)
          }}
        />
      </Stack>
    </FormDialog>
  )
}
