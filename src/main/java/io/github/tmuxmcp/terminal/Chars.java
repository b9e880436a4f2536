package io.github.tmuxmcp.terminal;

import java.util.Arrays;

/** A growing array of UTF-16 units: a StringBuilder whose array can be read and shifted without copies. */
final class Chars implements CharSequence {
    char[] units = new char[256];
    int size;

    void add(char unit) {
        if (size == units.length) {
            reserve(1);
        }
        units[size++] = unit;
    }

    void add(CharSequence text) {
        reserve(text.length());
        for (int i = 0; i < text.length(); i++) {
            units[size++] = text.charAt(i);
        }
    }

    void addCodePoint(int codePoint) {
        if (codePoint < 0x10000) {
            add((char) codePoint);
        } else {
            add(Character.highSurrogate(codePoint));
            add(Character.lowSurrogate(codePoint));
        }
    }

    void reserve(int more) {
        if (size + more > units.length) {
            units = Arrays.copyOf(units, Math.max(size + more, units.length * 2));
        }
    }

    /** Drops the first {@code count} units. */
    void removeFirst(int count) {
        System.arraycopy(units, count, units, 0, size - count);
        size -= count;
    }

    void clear() {
        size = 0;
    }

    /** Makes the array smaller where it is longer than {@code most} units and its text is not. */
    void shrink(int most) {
        if (units.length > most && size <= most) {
            units = Arrays.copyOf(units, most);
        }
    }

    /** The last units, at most {@code max}, beginning at a whole code point. */
    String last(int max) {
        int from = Math.max(0, size - Math.max(0, max));
        if (from > 0 && from < size && Character.isLowSurrogate(units[from])) {
            from++;
        }
        return new String(units, from, size - from);
    }

    @Override
    public int length() {
        return size;
    }

    @Override
    public char charAt(int index) {
        return units[index];
    }

    @Override
    public CharSequence subSequence(int from, int to) {
        return new String(units, from, to - from);
    }

    @Override
    public String toString() {
        return new String(units, 0, size);
    }
}
