import { Argument, type Command } from 'commander'
import { completionScript, SHELLS } from '../terminal/completion-script.ts'
import { notes } from './help.ts'
import { commandOf } from './options.ts'

export const addCompletionCommands = (root: Command): void => {
  commandOf(root, 'completion', 'print a shell completion script')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      notes(`
  bash   puente completion bash > ~/.local/share/bash-completion/completions/puente
  zsh    puente completion zsh > a folder of $fpath, as _puente
  fish   puente completion fish > ~/.config/fish/completions/puente.fish`),
    )
    .action((shell: (typeof SHELLS)[number]) => {
      root.configureOutput().writeOut?.(completionScript(root, shell))
    })
}
