<?php

declare(strict_types=1);

use PhpParser\Lexer\Emulative;
use PhpParser\Node;
use PhpParser\NodeFinder;
use PhpParser\ParserFactory;
use PHPUnit\Framework\TestCase;

/** Checks with the parser of PHPUnit that PHP 7.4 reads the client, whatever PHP runs the tests. */
final class SyntaxTest extends TestCase
{
    /** Nodes of PHP 8.0 and later. */
    private const LATER = [
        'UnionType', 'IntersectionType', 'VariadicPlaceholder', 'Stmt_Enum', 'Expr_Match', 'Expr_Throw',
        'Expr_NullsafePropertyFetch', 'Expr_NullsafeMethodCall',
    ];

    public static function files(): array
    {
        $files = [[PUENTE_TESTED . '/autoload.php']];
        $folder = new RecursiveDirectoryIterator(PUENTE_TESTED . '/src', FilesystemIterator::SKIP_DOTS);
        foreach (new RecursiveIteratorIterator($folder) as $file) {
            $files[] = [(string) $file];
        }
        return $files;
    }

    /** @dataProvider files */
    public function testPhp74ReadsTheFile(string $file): void
    {
        if (!class_exists(Emulative::class)) {
            self::markTestSkipped('This PHPUnit has no PhpParser.');
        }
        $lexer = new Emulative(['phpVersion' => '7.4']);
        $statements = (new ParserFactory())->create(ParserFactory::ONLY_PHP7, $lexer)->parse(file_get_contents($file));
        $later = (new NodeFinder())->find($statements, static function (Node $node): bool {
            return in_array($node->getType(), self::LATER, true)
                || ($node instanceof Node\Arg && $node->name !== null)
                || ($node instanceof Node\Param && $node->flags !== 0)
                || ($node instanceof Node\Stmt\Catch_ && $node->var === null)
                || ($node instanceof Node\Identifier && in_array($node->toString(), ['mixed', 'never'], true))
                || self::isImplicitlyNullable($node);
        });
        self::assertSame([], array_map(static fn (Node $node): int => $node->getStartLine(), $later));
        // PHP 7.4 reads an attribute as a comment, and no comma after the last parameter.
        self::assertDoesNotMatchRegularExpression('/#\[.*\][^\n]/', file_get_contents($file));
        self::assertDoesNotMatchRegularExpression('/function [^{;]*,\s*\)\s*[:{]/', file_get_contents($file));
    }

    /** PHP 8.4 deprecates it. */
    private static function isImplicitlyNullable(Node $node): bool
    {
        return $node instanceof Node\Param
            && $node->default instanceof Node\Expr\ConstFetch
            && $node->default->name->toLowerString() === 'null'
            && $node->type !== null
            && !$node->type instanceof Node\NullableType;
    }
}
