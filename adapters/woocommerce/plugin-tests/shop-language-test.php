<?php

final class Puente_Shop_Language_Test extends Puente_Order_Screen_Case {

	public function test_puente_is_told_the_language_of_the_shop_not_of_the_request() {
		global $puente_locale;
		$puente_locale = 'en_US';
		try {
			$answer = Puente_Rest_Routes::connection( new WP_REST_Request( 'GET', '/puente/v1/connection', array() ) );
		} finally {
			$puente_locale = 'es_HN';
		}
		$this->assertSame( 'es', $answer->data['locale'] );
	}

	public function test_the_persons_language_returns_after_a_failure_too() {
		global $puente_locale;
		$puente_locale = 'en_US';
		try {
			Puente_Shop_Language::in(
				static function () {
					throw new RuntimeException( determine_locale() );
				}
			);
			$this->fail();
		} catch ( RuntimeException $error ) {
			$this->assertSame( 'es_HN', $error->getMessage() );
			$this->assertSame( 'en_US', determine_locale() );
		} finally {
			$puente_locale = 'es_HN';
		}
	}
}
