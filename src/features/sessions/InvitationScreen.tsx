import { Alert, Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { invitationEndpoints, type OpenedInvitation } from '../../../contract/invitations.ts'
import { ApiError } from '../../failures/callErrors.ts'
import { accountKeys } from '../../lib/queries/account.ts'
import { openedInvitationQuery } from '../../lib/queries/invitation.ts'
import { call } from '../../lib/session/api.ts'
import { useSubmitForm } from '../../ui/form/useSubmitForm.ts'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { Fact } from '../../ui/text/Fact.tsx'
import { AuthCard } from './AuthCard.tsx'
import { BackToLogin } from './BackToLogin.tsx'
import { SessionForm } from './SessionForm.tsx'
import { CodeField, NewPasswordFields } from './sessionFields.tsx'
import { firstPasswordForm, invitationCodeForm, noInput, passwordUnchanged } from './sessionForms.ts'

interface Props {
  /** From the mail's link; empty if the page was opened without it. */
  code: string
}

type Joined = z.infer<typeof invitationEndpoints.acceptInvitation.data>

/** 招待: the page that the link of an invitation opens. A press accepts, not the visit. */
export function InvitationScreen({ code: linked }: Props) {
  const [code, setCode] = useState(linked)
  const [joined, setJoined] = useState<Joined | null>(null)
  const query = openedInvitationQuery(code)
  const isAsked = code !== '' && joined === null
  const { data: invitation, error, refetch } = useQuery({ ...query, enabled: isAsked })
  return (
    <AuthCard title="招待" links={joined === null && <BackToLogin />}>
      {joined !== null ? (
        <Welcome joined={joined} />
      ) : code === '' || isRefused(error) ? (
        <CodeForm
          code={code}
          error={error}
          onEntered={(entered) => (entered === code ? void refetch() : setCode(entered))}
        />
      ) : invitation !== undefined ? (
        <AcceptForm code={code} invitation={invitation} onJoined={setJoined} />
      ) : error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Stack aria-label="招待を確認しています" role="status">
          <Skeleton height={64} />
          <Skeleton height={48} />
        </Stack>
      )}
    </AuthCard>
  )
}

const isRefused = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500

interface CodeFormProps {
  code: string
  error: unknown
  onEntered: (code: string) => void
}

function CodeForm({ code, error, onEntered }: CodeFormProps) {
  const submitForm = useSubmitForm({
    mode: 'uncontrolled',
    schema: invitationCodeForm,
    initialValues: { code },
    failed: '招待を確認できませんでした',
    send: async (typed) => onEntered(invitationCodeForm.parse(typed).code),
  })
  const wasRefused = isRefused(error)
  return (
    <>
      {wasRefused && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {error.issues[0]?.message ?? error.messages.join('')}
        </Alert>
      )}
      <SessionForm action="招待を確認" form={submitForm}>
        {/* The form was replaced while the code was checked, and with it what had the focus. */}
        <CodeField form={submitForm.form} label="招待コード" autoFocus={wasRefused} />
      </SessionForm>
    </>
  )
}

interface AcceptFormProps {
  code: string
  invitation: OpenedInvitation
  onJoined: (joined: Joined) => void
}

function AcceptForm({ code, invitation, onJoined }: AcceptFormProps) {
  const client = useQueryClient()
  const accept = async (password?: string) => {
    const { data } = await call(invitationEndpoints.acceptInvitation, {
      body: { invitation_code: code, ...(password !== undefined && { new_password: password }) },
    })
    onJoined(data)
    // A signed-in person can switch to it now.
    void client.invalidateQueries({ queryKey: accountKeys.all })
  }
  const {
    organization_name: organization,
    email,
    username,
    needs_password: needsPassword,
    is_new: isNew,
  } = invitation
  return (
    <>
      <Text>「{organization}」に招待されています。</Text>
      <div>
        <Fact label="メールアドレス">{email}</Fact>
        {!needsPassword && <Fact label="ユーザー名">{username}</Fact>}
      </div>
      {needsPassword ? (
        <PasswordForm username={username} isNew={isNew} accept={accept} />
      ) : (
        <PlainForm accept={() => accept()} />
      )}
    </>
  )
}

const failed = '招待を受けられませんでした'

function PlainForm({ accept }: { accept: () => Promise<void> }) {
  const submitForm = useSubmitForm({ initialValues: {}, schema: noInput, failed, send: accept })
  return (
    <SessionForm action="招待を受ける" form={submitForm}>
      {null}
    </SessionForm>
  )
}

interface PasswordFormProps {
  username: string
  /** Without an account, so that there is no earlier password. */
  isNew: boolean
  accept: (password: string) => Promise<void>
}

function PasswordForm({ username, isNew, accept }: PasswordFormProps) {
  const submitForm = useSubmitForm({
    mode: 'uncontrolled',
    schema: firstPasswordForm,
    initialValues: { password: '', again: '' },
    failed,
    fields: { new_password: 'password' },
    codes: {
      password_unchanged: passwordUnchanged,
    },
    send: ({ password }) => accept(password),
  })
  const { form } = submitForm
  return (
    <>
      <Text>
        このユーザーで使うパスワードを設定してください。
        {!isNew && 'これまでのパスワードは使えなくなり、ログイン中の端末はログアウトされます。'}
      </Text>
      <SessionForm action="パスワードを設定して招待を受ける" form={submitForm}>
        <TextInput label="ユーザー名" value={username} readOnly autoComplete="username" />
        <NewPasswordFields form={form} label={isNew ? 'パスワード' : undefined} />
      </SessionForm>
    </>
  )
}

function Welcome({ joined }: { joined: Joined }) {
  const login = useRef<HTMLAnchorElement>(null)
  // The form that had the focus is gone.
  useEffect(() => login.current?.focus(), [])
  return (
    <>
      <Alert
        color="gray"
        role="status"
        icon={<IconCheck aria-hidden />}
        title={`「${joined.organization_name}」のユーザーになりました`}
      >
        次の組織コードとユーザー名でログインしてください。ログイン中の場合は、メニューの「組織切替」で切り替えられます。
      </Alert>
      <div>
        <Fact label="組織コード">{joined.organization_code}</Fact>
        <Fact label="ユーザー名">{joined.username}</Fact>
      </div>
      <Button ref={login} component={Link} to="/login" size="lg" fullWidth>
        ログイン
      </Button>
    </>
  )
}
