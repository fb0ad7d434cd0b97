import type { ErrorCode } from '../../contract/errors.ts'

/** What a failure is called in Japanese, for people who read the API's answers. */
export const messages: Record<ErrorCode, string> = {
  validation_failed: '入力内容に誤りがあります。',
  confirmation_code_invalid: '確認コードが正しくないか、有効期限が切れています。',
  password_incorrect: '現在のパスワードが正しくありません。',
  passwords_differ: '新しいパスワードと確認用パスワードが一致しません。',
  reference_unknown: '指定されたデータが見つかりません。',
  unauthenticated: 'ログインが必要です。',
  login_failed: 'ログインに失敗しました。',
  refresh_failed: 'セッションの有効期限が切れました。もう一度ログインしてください。',
  forbidden: 'この操作を行う権限がありません。',
  organization_inactive: 'この組織は現在利用できません。',
  address_refused: 'このIPアドレスからは利用できません。',
  signature_invalid: 'アドレスの有効期限が切れているか、署名が正しくありません。',
  not_found: '見つかりません。',
  payload_too_large: '送信データが大きすぎます。',
  picture_unsupported: 'この画像形式には対応していません。',
  key_reused: '同じキーで異なる内容がすでに登録されています。',
  picture_mismatch: '画像が途中で欠けているか、内容が一致しません。',
  too_many_requests: 'リクエストが多すぎます。しばらくしてからもう一度お試しください。',
  internal: 'サーバーでエラーが発生しました。',
  unavailable: '現在サービスを利用できません。しばらくしてからもう一度お試しください。',
}
