import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const OF_EVERY_SCREEN =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|openapi-.*|@mantine\/(hooks|notifications|modals))\/.*\.[cm]?js$/

/** `dist` is what Puente serves. Files with a hash in their name never change. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    // A picture in a stylesheet or a script is one request less; the policy of pages allows it.
    assetsInlineLimit: 2_048,
    reportCompressedSize: false,
    manifest: 'manifest.json',
    // What every screen needs is one file, which is smaller than its parts. Styles stay in their order.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'base', test: OF_EVERY_SCREEN }] } },
    },
  },
})
