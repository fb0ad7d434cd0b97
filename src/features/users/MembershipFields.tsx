import { NativeSelect, Switch } from '@mantine/core'
import { type Role, roles } from '../../../contract/access.ts'
import type { AccessIps } from '../../shared/keys/accessIps.ts'
import { IpAddressesField } from '../../shared/keys/IpAddressesField.tsx'
import type { Form } from '../../ui/form/useSubmitForm.ts'
import { roleChoices } from './userForm.ts'

interface Values {
  role: Role
  isAlertMail: boolean
  access: AccessIps
}

interface Props {
  values: Values
  errors: Form<Values>['errors']
  /** Of a member: the role before the change. */
  now?: Role
  onChange: (changed: Partial<Values>) => void
}

/** What a membership says: role, alert mail, addresses. */
export const MembershipFields = ({ values, errors, now, onChange }: Props) => (
  <>
    <NativeSelect
      label="権限"
      size="md"
      withAsterisk
      data={roleChoices(now)}
      value={String(values.role)}
      error={errors['role']}
      data-path="role"
      onChange={({ currentTarget: { value } }) => {
        const chosen = roles.find((each) => String(each) === value)
        if (chosen !== undefined) onChange({ role: chosen })
      }}
    />
    <Switch
      size="md"
      label="アラートメールを受け取る"
      checked={values.isAlertMail}
      data-path="isAlertMail"
      onChange={({ currentTarget }) => onChange({ isAlertMail: currentTarget.checked })}
    />
    <IpAddressesField
      path="access"
      value={values.access}
      errors={errors}
      onChange={(access) => onChange({ access })}
    />
  </>
)
