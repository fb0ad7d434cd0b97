import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import preset from 'postcss-preset-mantine'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { dataVersion } from './scripts/data-version.ts'
import { keepAssets } from './scripts/keep-assets.ts'
import { withIntegrity } from './scripts/precache-integrity.ts'
import { precompress } from './scripts/precompress.ts'

export default defineConfig({
  define: { 'import.meta.env.DATA_VERSION': JSON.stringify(dataVersion(import.meta.dirname)) },
  // Written in px, built as rem: everything follows the text size that a person has set.
  css: { postcss: { plugins: [preset({ autoRem: true })] } },
  build: {
    target: 'es2024',
    modulePreload: { polyfill: false },
    // One style for all screens: none is missing when the network goes.
    cssCodeSplit: false,
    // One file for what starts the console, one for what many lazy parts share but for the calendar, switches and
    // replacements, which home and meters do without, one for the icons that two share, one for the ledger that the
    // lists do not need: requesting a file costs a phone time of its processor (decision 019).
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'initial', tags: ['$initial'] },
            { name: 'icons', test: /@tabler.icons-react/, minShareCount: 2 },
            { name: 'ledger', test: /contract.(usage|values.consumption.ts)/, minShareCount: 2 },
            {
              name: 'shared',
              test: /^(?!.*(mantine.dates|dayjs|JapaneseDates|Switch|heldReplacements))/,
              minShareCount: 18,
            },
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
      integration: {
        beforeBuildServiceWorker: ({ injectManifest }) => {
          injectManifest.manifestTransforms = [withIntegrity(injectManifest.globDirectory)]
        },
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
        shortcuts: [
          { name: '撮影', url: '/capture', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
          { name: '未送信', url: '/outbox', icons: [{ src: '/icon-192.png', sizes: '192x192' }] },
        ],
        share_target: {
          action: '/share',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: {
            files: [
              {
                name: 'picture',
                // Some apps share a JPEG without a type. The worker decides by the bytes.
                accept: ['image/*', 'application/octet-stream', '.jpg', '.jpeg', '.png', '.webp'],
              },
            ],
          },
        },
      },
    }),
    precompress(),
    keepAssets(),
  ],
})
