<?php
/**
 * Stubs of WP-CLI: it prints rows and sentences, and ends with a code.
 *
 * @package Puente
 */

namespace WP_CLI\Utils {

	/**
	 * Keeps what the formatter would print.
	 */
	function format_items( $format, $items, $fields ) {
		\WP_CLI::$shown = array( $format, $items, $fields );
	}
}

namespace {

	class Puente_Cli_End extends Exception {}

	class WP_CLI {

		public static $shown;
		public static $lines = array();

		public static function success( $words ) {
			self::$lines[] = 'success: ' . $words;
		}

		public static function warning( $words ) {
			self::$lines[] = 'warning: ' . $words;
		}

		public static function error( $words ) {
			self::$lines[] = 'error: ' . $words;
			throw new Puente_Cli_End( '', 1 );
		}

		public static function halt( $code ) {
			throw new Puente_Cli_End( '', $code );
		}

		public static function line( $words ) {
			self::$lines[] = $words;
		}
	}
}
