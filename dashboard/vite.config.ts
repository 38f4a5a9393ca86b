import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const OF_EVERY_SCREEN =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack|openapi-.*|@mantine\/(hooks|modals))\/.*\.[cm]?js$/

/** Files with a hash in their name are immutable. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Small images save a request inlined; the CSP allows `data:`.
    assetsInlineLimit: 2_048,
    reportCompressedSize: false,
    manifest: 'manifest.json',
    // Chunks of shared code compress better, need fewer requests and keep the order of styles.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: OF_EVERY_SCREEN, priority: 2 },
            { name: 'parts', test: /dashboard\/parts\//, minShareCount: 14, priority: 1 },
          ],
        },
      },
    },
  },
})
