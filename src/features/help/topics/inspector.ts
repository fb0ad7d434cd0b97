import type { HelpTopic } from '../topic.ts'

const rounds = { to: '/rounds', label: '点検ルート' }
const capture = { to: '/capture', label: '撮影' }
const outbox = { to: '/outbox', label: '送信状況' }

export const inspectorTopics: readonly HelpTopic[] = [
  {
    id: 'walk',
    title: '巡回して撮影する',
    purpose: '点検ルートの順にメーターを撮影し、値を確定します。',
    words: '点検 検針 写真 カメラ スマホ',
    steps: [
      '画面の下の「撮影」を押します。',
      '点検ルートの「巡回を始める」を押します。',
      'メーターを枠に合わせ、「撮影」を押します。',
      '読み取った値を写真と見比べます。',
      '正しければ「この値で確定」、違えば「修正」を押します。',
      '「次のメーター」を押し、終わるまで続けます。',
    ],
    pictures: [
      { name: 'walk', size: 'phone', alt: '巡回の画面。撮影するメーターが順に並んでいます' },
      { name: 'capture', size: 'phone', alt: '撮影の画面。上に前回の値、下に撮影ボタンがあります' },
      { name: 'proposal', size: 'phone', alt: '撮影した写真と読み取った値、「この値で確定」のボタン' },
    ],
    troubles: [
      {
        problem: 'カメラが映らない',
        remedy: 'ブラウザの設定でカメラを許可します。「写真を撮る・選ぶ」でも撮影できます。',
      },
      {
        problem: '値を読み取れない',
        remedy: '明るくして「撮り直す」か、「値を入力」で写真の値を入れます。',
      },
      {
        problem: '点検ルートが並ばない',
        remedy: 'メーターの「点検グループ」と、モバイルの「測定端末」が必要です。管理者に知らせてください。',
      },
    ],
    screens: [rounds, capture],
    related: ['offline', 'correct', 'skip'],
  },
  {
    id: 'offline',
    title: '電波のない場所で使う',
    purpose: '地下や機械室でも撮影し、電波が戻ってから送信します。',
    words: 'オフライン 圏外 地下 持ち出し 未送信 送信',
    steps: [
      '電波の届く所で、巡回の画面を開きます。',
      '「持ち出し」を押し、「持ち出し済」になるまで待ちます。',
      '電波のない場所で、いつものように撮影します。',
      '写真と値は端末に残り、上に「未送信」と件数が出ます。',
      '電波が戻ると、自動で送信します。',
      '「未送信」が消えたことを確かめます。',
    ],
    pictures: [
      { name: 'prepared', size: 'phone', alt: '巡回の画面。上に持ち出しの状態が出ています' },
      { name: 'unsent', size: 'phone', alt: '電波のない所で確定した画面。上に未送信の件数が出ています' },
    ],
    troubles: [
      {
        problem: '「未送信」が消えない',
        remedy: 'アプリを開いたまま電波の届く所で待ちます。理由は「送信状況」に出ます。',
      },
      {
        problem: '「ログイン待ち」と出る',
        remedy: 'ログインし直すと送信します。写真は端末に残っています。',
      },
      {
        problem: '「保護されていません」と出る',
        remedy: 'ホーム画面にアプリを追加すると、写真が消されにくくなります。',
      },
    ],
    screens: [rounds, outbox],
    related: ['walk', 'correct'],
  },
  {
    id: 'correct',
    title: '撮り直す・直す・元に戻す',
    purpose: '確定した値を間違えたときに、その場で直します。',
    words: '修正 訂正 取り消し 間違い やり直し',
    steps: [
      '写真がぶれていたら、確定する前に「撮り直す」を押します。',
      '値だけが違うときは「修正」を押し、正しい値を入れます。',
      '確定したあとも、同じ画面の「修正」で直せます。',
      '送信する前なら「元に戻す」で確定をやめられます。',
      '送信したあとは「取り消す」で測定値を取り消します。',
      '別の写真にするときは「もう一度撮影」を押します。',
    ],
    pictures: [{ name: 'correct', size: 'phone', alt: '値の修正。読み取った値を桁ごとに直せます' }],
    troubles: [
      {
        problem: '画面を閉じてしまった',
        remedy: '「データ」で測定値を開き、測定値の鉛筆を押すと直せます。',
      },
      {
        problem: '別のメーターを撮影した',
        remedy: '「取り消す」を押し、正しいメーターで撮影します。',
      },
    ],
    screens: [capture, outbox, { to: '/data', label: 'データ' }],
    related: ['walk', 'value-only', 'alerts'],
  },
  {
    id: 'value-only',
    title: '写真なしで値だけ入れる',
    purpose: '写真を撮れないメーターの値を、手で入れます。',
    words: '手入力 カメラなし 撮影できない',
    steps: [
      'メーターの撮影の画面を開きます。',
      '「値だけ入力」を押します。',
      '値を入れます。前回の値が上に出ています。',
      '「この値で確定」を押します。',
      '確かめる質問が出たら、値を見直して答えます。',
    ],
    pictures: [{ name: 'value-only', size: 'phone', alt: '値だけ入力の画面。前回の値から桁ごとに直せます' }],
    troubles: [
      {
        problem: '小数点を入れられない',
        remedy: 'メーターの「小数点以下の桁数」を確かめます。管理者に知らせてください。',
      },
      {
        problem: '過去の日時の値を入れたい',
        remedy: '「データ」の「データを追加」で、「測定日時」を選んで入れます。',
      },
    ],
    screens: [capture, { to: '/data', label: 'データ' }],
    related: ['paper', 'correct'],
  },
  {
    id: 'skip',
    title: 'スキップする',
    purpose: '近づけないメーターを、理由を残して飛ばします。',
    words: '飛ばす 立ち入れない 停止中 理由',
    steps: [
      '撮影の画面で「スキップ」を押します。',
      '「スキップの理由」を選びます。',
      '合う理由がなければ「その他」を選び、理由を書きます。',
      '次のメーターに進みます。',
      'あとで撮影すると、スキップは取り消されます。',
    ],
    pictures: [{ name: 'skip', size: 'phone', alt: 'スキップの理由を選ぶ画面' }],
    troubles: [
      {
        problem: '間違えてスキップした',
        remedy: '通知の「元に戻す」を押すか、一覧から撮影します。',
      },
      {
        problem: '「スキップ」が出ない',
        remedy: '「点検グループ」のメーターを、巡回の画面から開いたときに出ます。',
      },
    ],
    screens: [rounds],
    related: ['walk'],
  },
]
