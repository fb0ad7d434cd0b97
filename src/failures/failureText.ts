import type { ErrorCode } from '../../contract/calls/errors.ts'
import { DatabaseRefused } from '../../offline/database.ts'
import { isChunkLoadError } from '../pwa/chunkLoadError.ts'
import { AnswerError, ApiError, NetworkError } from './callErrors.ts'

interface FailureText {
  /** What happened. */
  title: string
  /** What to do. */
  detail: string
  /** Id in the server's log, if any. */
  requestId: string | null
}

const again = 'しばらくしてからもう一度お試しください。'
const check = '入力内容を確認してください。'

const texts: Record<ErrorCode, readonly [title: string, detail: string]> = {
  validation_failed: ['入力内容に誤りがあります', check],
  address_malformed: ['URLが正しくありません', 'URLを確認してください。'],
  body_malformed: ['送信データが正しく届きませんでした', 'もう一度送信してください。'],
  confirmation_code_invalid: ['確認コードが正しくありません', '届いたメールの確認コードを入力してください。'],
  password_incorrect: ['現在のパスワードが正しくありません', check],
  passwords_differ: ['パスワードの更新に失敗しました', '同じパスワードを2回入力してください。'],
  password_unchanged: ['現在のパスワードと同じです', '別のパスワードを入力してください。'],
  email_unchanged: ['メールアドレスが変更されていません', '別のメールアドレスを入力してください。'],
  invitee_unknown: ['このメールアドレスのユーザーは登録されていません', '新規作成で登録してください。'],
  reference_unknown: ['選択した項目が見つかりません', '画面を更新して選び直してください。'],
  meter_missing: ['メーターが登録されていません', 'この端末で測定するメーターを登録してください。'],
  unauthenticated: ['ログインの有効期限が切れました', 'もう一度ログインしてください。'],
  key_unknown: ['APIキーが正しくありません', 'キーを確認してください。'],
  key_expired: ['APIキーの有効期限が切れています', '管理者にお問い合わせください。'],
  registration_refused: ['端末を登録できませんでした', 'シリアル番号とアクセスハッシュを確認してください。'],
  login_failed: ['ログインに失敗しました', '組織コード、ユーザー名、パスワードを確認してください。'],
  refresh_failed: ['ログインの有効期限が切れました', 'もう一度ログインしてください。'],
  forbidden: ['この操作は許可されていません', '管理者にお問い合わせください。'],
  session_required: ['APIキーでは行えない操作です', 'ログインして操作してください。'],
  organization_inactive: ['この組織は現在ご利用になれません', '管理者にお問い合わせください。'],
  address_refused: ['この接続元からは利用できません', '許可されたネットワークから接続してください。'],
  device_mismatch: ['別の端末のAPIキーです', '送信する端末自身のキーを使用してください。'],
  plan_refused: ['ご契約のプランでは利用できません', 'プランの変更はシステム管理者にお問い合わせください。'],
  signature_invalid: ['画像の表示期限が切れました', '画面を更新してください。'],
  not_found: ['見つかりませんでした', '削除された可能性があります。一覧を更新してください。'],
  device_unknown: ['端末が見つかりませんでした', 'シリアル番号を確認してください。'],
  serial_number_taken: ['このシリアル番号は登録済みです', 'シリアル番号を確認してください。'],
  code_taken: ['この管理番号は別のメーターで使用しています', '別の管理番号を入力してください。'],
  push_endpoint_taken: ['通知を有効にできませんでした', 'もう一度お試しください。'],
  public_url_missing: [
    'QRコードを作成できません',
    '管理者に連絡してください。サーバーの PUBLIC_URL が設定されていません。',
  ],
  user_taken: [
    '既に使用されているユーザー名またはメールアドレスです',
    '別の名前かメールアドレスを入力してください。',
  ],
  email_taken: ['既に使用されているメールアドレスです', '別のメールアドレスを入力してください。'],
  already_member: ['このユーザーはすでにこの組織に所属しています', '一覧から編集してください。'],
  already_invited: ['このメールアドレスは招待中です', '招待中の一覧から再送できます。'],
  organization_stopped: [
    '停止中の組織にはユーザーを追加できません',
    '組織を有効にしてから追加してください。',
  ],
  reset_refused: ['データを初期化できません', 'デモが有効で、保護されていない組織だけで実行できます。'],
  import_refused: ['いまはこの操作ができません', '取り込みの一覧で状態を確認してください。'],
  reset_running: ['初期化中または準備中です', '完了してからもう一度お試しください。'],
  last_admin: ['最後の管理者です', '先に別の管理者を登録してください。'],
  retake_refused: [
    '撮り直しを頼めません',
    '撮り直しは、点検ルートで撮影するメーターにだけ頼めます。値を入力するか、次の撮影を待ってください。',
  ],
  undo_refused: [
    '元に戻せませんでした',
    '元に戻せるのは本人が直後に行う場合だけです。必要なら測定値を開いて確認してください。',
  ],
  comment_refused: [
    'コメントを編集できませんでした',
    '編集できるのは、確認済みにした本人だけです。必要なら本人に依頼してください。',
  ],
  assignee_changed: ['アラートの担当が先に変わりました', '画面で担当を確かめてください。'],
  restore_refused: [
    '測定値を元に戻せません',
    '元に戻せるのは、30日以内に削除した本人か、管理者だけです。管理者に連絡してください。',
  ],
  closed_months_change: [
    '締め済みの月が変わります',
    '保存していません。締め済みの月を確かめてから、もう一度保存してください。',
  ],
  master_in_use: [
    '使用しているメーターがあるため削除できません',
    '新しく選べないようにするには、無効にしてください。',
  ],
  original_removed: ['元画像は残っていません', '保存期間を過ぎたため、縮小画像だけが残っています。'],
  payload_too_large: ['ファイルが大きすぎます', '20 MB 以下の画像を選んでください。'],
  media_type_unsupported: ['送信データの形式が正しくありません', '画面を再読み込みしてください。'],
  picture_unsupported: ['この画像は使用できません', 'JPEG、PNG、WebP の画像を選んでください。'],
  key_reused: ['同じ操作が別の内容で送られています', '画面を更新してやり直してください。'],
  picture_missing: ['画像が送信されていません', '画像を選んで、もう一度送信してください。'],
  picture_mismatch: ['画像が正しく届きませんでした', 'もう一度送信してください。'],
  too_many_requests: ['操作が多すぎます', again],
  daily_limit: ['APIキーの1日の上限に達しました', '翌日になると再び利用できます。'],
  internal: ['サーバーで問題が発生しました', again],
  unavailable: ['サーバーが混み合っています', again],
  storage_full: [
    'サーバーの空き容量が不足しています',
    '画像は登録されませんでした。システム管理者に知らせてください。',
  ],
}

/** User-facing text of an error. */
export function failureText(error: unknown): FailureText {
  if (error instanceof ApiError) {
    const [title, detail] = texts[error.code]
    // 4xx explain themselves; the id helps with 5xx in the log.
    return { title, detail, requestId: error.status >= 500 ? error.requestId : null }
  }
  if (error instanceof NetworkError) {
    return {
      title: 'サーバーにつながりません',
      detail: '電波の届く所でもう一度お試しください。',
      requestId: null,
    }
  }
  if (error instanceof AnswerError) {
    return { title: '画面が古くなっています', detail: '再読み込みしてください。', requestId: null }
  }
  if (error instanceof DatabaseRefused) {
    return {
      title: 'このウィンドウでは端末に保存できません',
      detail: '通常のウィンドウで開くか、このサイトの Cookie を許可してください。',
      requestId: null,
    }
  }
  if (isChunkLoadError(error)) {
    return {
      title: '画面の一部を読み込めませんでした',
      detail: '電波の届く所で画面を開き直して、もう一度お試しください。',
      requestId: null,
    }
  }
  if (error instanceof DOMException && error.name === 'QuotaExceededError') {
    return {
      title: '端末の空き容量が不足しています',
      detail: '不要な写真やファイルを削除して、もう一度お試しください。',
      requestId: null,
    }
  }
  return { title: '問題が発生しました', detail: `${reasonOf(error)}${unexpected}`, requestId: null }
}

const unexpected =
  '画面を再読み込みして、もう一度お試しください。直らないときは、この文を管理者に知らせてください。'

/** The browser's own words, which the people who maintain the console understand. */
const reasonOf = (error: unknown): string =>
  `画面で予期しないエラーが起きました（${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}）。`
