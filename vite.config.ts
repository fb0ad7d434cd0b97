import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import preset from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { firstVisit } from './scripts/first-visit.ts'
import { leanMantine } from './scripts/lean-mantine.ts'
import { precompress } from './scripts/precompress.ts'
import { retryStyles } from './scripts/retry-styles.ts'

/** Names this build: a query cache that another build wrote is not read. */
const buildId = Date.now().toString(36)

/** The calls, what checks them, and what loads the rest. */
const firstParts = [
  /\/src\/(main|pwa\/missingFile)\./,
  /vite\/preload-helper/,
  /\/node_modules\/zod\//,
  /\/contract\/endpoints\./,
]

/** Used by the sign-in and by nearly every screen. */
const plainParts = [
  /@mantine\/core\/esm\/components\/(Text|Title|Group|Anchor|Input|InputBase|TextInput|Alert|Checkbox|InlineInput)\//,
  /@mantine\/core\/esm\/core\/MantineProvider\/.*\/get-auto-contrast-value/,
  /@mantine\/hooks\/esm\/use-(uncontrolled|merged-ref)\//,
  /\/icons\/Icon(InfoCircle|Check|Plus)\./,
  /\/src\/ui\/\w+\/(notify|focusFirstError|Page|SearchBox|ScreenLink)\./,
  /\/src\/ui\/text\/plainText\./,
]

const signInParts = [
  /@mantine\/core\/esm\/components\/PasswordInput\//,
  /\/src\/ui\/form\/PasswordField\./,
  /\/src\/features\/sessions\/(AuthCard|SessionForm|fields|forms|useSessionForm)\./,
]

/** What stands around the screens of a signed-in person, the tiles of home, and the links of most screens; with all that these are made of. */
const frameParts = [
  /\/src\/routes\/-SignedIn\./,
  /\/src\/features\/home\/HomeTabs\./,
  /\/src\/features\/readings\/(InspectionData|TileScreen)\./,
  /\/src\/routes\/index\.tsx\?/,
  /\/src\/(ui\/layout\/(ButtonLink|IconLink|Tabbed)|features\/meters\/CaptureLink)\./,
  /\/icons\/IconList\./,
]

/** The meters on a phone. */
const meterParts = [
  /\/src\/routes\/meters\/(index\.tsx\?|-settingDialogs\.)/,
  /\/src\/features\/meters\/(MeterList|MeterCard)\./,
]

/** Lists with what searches, sorts and filters them. */
const listParts = [/\/src\/ui\/table\/(DataList|NameSelect)\./]

/** No phone has room for it. */
const tableParts = [/\/src\/ui\/table\/DataTable\./]

const anyOf = (patterns: readonly RegExp[]) => (id: string) => patterns.some((each) => each.test(id))

export default defineConfig({
  define: { 'import.meta.env.BUILD_ID': JSON.stringify(buildId) },
  // Written in px, built as rem: everything follows the text size that a person has set.
  css: { postcss: { plugins: [preset({ autoRem: true })] } },
  build: {
    target: 'es2024',
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    // What every visit loads is few files: left to itself it is forty, which compress worse and are all asked for anyway.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One after the other, each in a task of its own (`src/main.ts`).
            { name: 'first', test: anyOf(firstParts) },
            { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
            { name: 'session', test: /\/src\/lib\/session\./ },
            { name: 'start', test: anyOf([/\/src\/start\./, ...plainParts]) },
            // Alone each of these would weigh little more than its wrapping, and cost a request.
            { name: 'sign-in', test: anyOf(signInParts) },
            { name: 'frame', test: anyOf(frameParts) },
            { name: 'meters', test: anyOf(meterParts) },
            { name: 'list', test: anyOf(listParts) },
            { name: 'table', test: anyOf(tableParts) },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': `http://127.0.0.1:${process.env['PORT'] ?? 3000}` } },
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './src/routes',
      generatedRouteTree: './src/routeTree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.|\\.module\\.',
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    leanMantine(),
    retryStyles(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      injectManifest: {
        rollupFormat: 'iife',
        // With the reader's weights: reading a photograph must work from a cold start without signal.
        globPatterns: ['**/*.{html,js,css,svg,png,bin}', 'licenses.txt'],
      },
      includeManifestIcons: false,
      manifest: {
        id: '/',
        start_url: '/',
        scope: '/',
        name: '検針 Kenshin',
        short_name: '検針',
        description: 'メーターの撮影、読取、監視',
        lang: 'ja',
        dir: 'ltr',
        display: 'standalone',
        theme_color: '#0b6f65',
        background_color: '#ffffff',
        categories: ['business', 'productivity'],
        icons: [
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
          { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
    firstVisit(),
    precompress(),
  ],
})
