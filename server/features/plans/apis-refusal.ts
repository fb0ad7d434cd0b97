import { Failure } from '../../api/call.ts'

/** Returns the refusal where the plan allows neither API keys nor `/analyze`: the limit, its number and who can change it. */
export const apisRefusal = (): Failure =>
  new Failure('plan_refused', {
    issues: [
      {
        path: 'body',
        message:
          'ご契約のプランでは、AI（APIキーとAI読取）は許可されていません（0回）。変更できるのはシステム管理者です',
      },
    ],
  })
