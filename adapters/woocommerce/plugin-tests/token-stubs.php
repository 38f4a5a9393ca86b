<?php

$GLOBALS['puente_tokens']  = array();
$GLOBALS['puente_user_id'] = 0;

function get_current_user_id() {
	global $puente_user_id;
	return $puente_user_id;
}

function wp_list_pluck( $rows, $name ) {
	return array_column( $rows, $name );
}

class WC_Payment_Token extends Puente_Stub {

	public function save() {
		global $puente_tokens;
		$puente_tokens[ $this->get_id() ] = $this;
	}
}

class WC_Payment_Token_CC extends WC_Payment_Token {

	public function __construct() {
		global $puente_tokens;
		parent::__construct( array( 'id' => count( $puente_tokens ) + 1 ) );
	}
}

class WC_Payment_Tokens {

	public static function get( $id ) {
		global $puente_tokens;
		return isset( $puente_tokens[ $id ] ) ? $puente_tokens[ $id ] : null;
	}

	public static function get_customer_tokens() {
		return array();
	}

	public static function delete( $id ) {
		global $puente_tokens;
		$token = $puente_tokens[ $id ];
		unset( $puente_tokens[ $id ] );
		Puente_Saved_Cards::after_deletion( $id, $token );
	}
}

/**
 * Answers the plugin's two card queries: options by prefix, and tokens by column.
 */
class Puente_Wpdb {

	public $prefix  = 'wp_';
	public $options = 'wp_options';

	public function esc_like( $text ) {
		return $text;
	}

	public function prepare( $sql, $values ) {
		return array( $sql, (array) $values );
	}

	// Locks always succeed.
	public function query( array $query ) {
		return 1;
	}

	public function get_col( array $query ) {
		global $puente_options, $puente_tokens;
		list( $sql, $values ) = $query;
		if ( false !== strpos( $sql, $this->options ) ) {
			$begin = rtrim( $values[0], '%' );
			return array_values(
				array_filter(
					array_keys( $puente_options ),
					static function ( $name ) use ( $begin ) {
						return 0 === strpos( $name, $begin );
					}
				)
			);
		}
		preg_match_all( '/(\w+) = %/', $sql, $columns );
		$found = array();
		foreach ( $puente_tokens as $id => $token ) {
			$is_wanted = true;
			foreach ( $columns[1] as $place => $column ) {
				$is_wanted = $is_wanted && $values[ $place ] === $token->{'get_' . $column}();
			}
			if ( $is_wanted ) {
				$found[] = (string) $id;
			}
		}
		return $found;
	}
}

$GLOBALS['wpdb'] = new Puente_Wpdb();
